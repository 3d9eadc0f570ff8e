/** One part of how a question was understood, that can be chosen anew. */

import type { ReactNode } from "react";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Text } from "react-aria-components";
import { t } from "../language/language";

export interface Choice {
  id: string;
  title: string;
  about?: string;
}

export interface ChoiceGroup {
  title: string;
  choices: Choice[];
}

interface Props {
  /** What the part is: `Type`. */
  part: string;
  /** What it is now, in words. */
  words: string;
  /** How sure that is, in words. */
  note?: string | undefined;
  changed: boolean;
  chosen: string;
  groups: ChoiceGroup[];
  onChoose: (id: string) => void;
  onPutBack: () => void;
}

export function ChipMenu({ part, words, note, changed, chosen, groups, onChoose, onPutBack }: Props): ReactNode {
  return (
    <Chip part={part} changed={changed} onPutBack={onPutBack}>
      <MenuTrigger>
        <Button className="chip-button">
          <span className="quiet">{part}:</span> {words}
          {note && <span className="chip-note">{note}</span>}
          <span aria-hidden="true">▾</span>
        </Button>
        <Popover className="popover">
          <Menu
            className="menu"
            aria-label={part}
            selectionMode="single"
            selectedKeys={[chosen]}
            onAction={(key) => onChoose(String(key))}
          >
            {groups.filter(({ choices }) => choices.length > 0).map(({ title, choices }) => (
              <MenuSection key={title}>
                <Header className="menu-heading">{title}</Header>
                {choices.map((choice) => (
                  <Entry key={choice.id} choice={choice} />
                ))}
              </MenuSection>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </Chip>
  );
}

function Entry({ choice: { id, title, about } }: { choice: Choice }): ReactNode {
  return (
    <MenuItem id={id} textValue={title} className="menu-item">
      <Text slot="label">{title}</Text>
      {about && (
        <Text slot="description" className="small quiet">
          {about}
        </Text>
      )}
    </MenuItem>
  );
}

interface ChipProps {
  part: string;
  changed: boolean;
  onPutBack?: () => void;
  children: ReactNode;
}

/** The frame of a chip; a changed one is marked and can be put back. */
export function Chip({ part, changed, onPutBack, children }: ChipProps): ReactNode {
  return (
    <li className={changed ? "chip changed" : "chip"}>
      {children}
      {changed && onPutBack && (
        <button
          type="button"
          className="chip-act"
          aria-label={t("ask.putBackPart", { part })}
          title={t("ask.putBack")}
          onClick={onPutBack}
        >
          ↺
        </button>
      )}
    </li>
  );
}
