import type { ReactNode } from "react";
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from "react-aria-components";
import { t } from "../language/language";

interface Props {
  label: string;
  text: string;
  onText: (text: string) => void;
  /** What can be chosen; anything else can be written. */
  offered: string[];
  /** What is wrong with it. */
  fault?: string | undefined;
  /** What to know of what is written there. */
  hint?: string | undefined;
}

/** A field to write in that offers what was written elsewhere. */
export function OfferedField({ label, text, onText, offered, fault, hint }: Props): ReactNode {
  return (
    <ComboBox
      className="offered-field"
      allowsCustomValue
      inputValue={text}
      onInputChange={onText}
      defaultItems={offered.map((words) => ({ id: words, words }))}
      isInvalid={fault !== undefined}
    >
      <Label className="small quiet">{label}</Label>
      <div className="offered-field-box">
        <Input autoComplete="off" spellCheck="false" />
        {offered.length > 0 && <Button aria-label={t("metadata.offers", { label: label.toLowerCase() })}>▾</Button>}
      </div>
      {hint && (
        <Text slot="description" className="small offered-field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="small wrong">{fault}</FieldError>
      <Popover className="popover">
        <ListBox className="menu">
          {({ id, words }: { id: string; words: string }) => (
            <ListBoxItem id={id} textValue={words} className="menu-item">
              {words}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
