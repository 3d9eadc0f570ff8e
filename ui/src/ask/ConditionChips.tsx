/** Where is looked and which documents are meant: one chip for each condition, and the way to add one. */

import { useMemo, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import { Button, Dialog, DialogTrigger, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { conditionInWords, KINDS, kindInWords } from "../answer/conditionWords";
import { capital } from "../answer/words";
import type { Condition, DocumentSummary, ParsedQuestion } from "../backend/wire";
import { inOrder, offersOf } from "../metadata/rows";
import type { Offers } from "../metadata/rows";
import { Chip } from "./ChipMenu";
import { ConditionForm, FORM_TITLE } from "./ConditionForm";
import { isWritten, replaced, sameCondition, withCondition, withoutCondition } from "./conditions";
import type { Said, Written, WrittenKind } from "./conditions";
import { MetadataMenu } from "./MetadataMenu";
import { t } from "../language/language";

interface Props {
  parsed: ParsedQuestion;
  /** The documents that are asked: what is said of them can be a condition. */
  asked: DocumentSummary[];
  /** What a person set; null: as the question says. */
  set: Condition[] | null;
  onSet: (conditions: Condition[] | null) => void;
}

export function ConditionChips({ parsed, asked, set, onSet }: Props): ReactNode {
  const offers = useMemo(() => offersOf(asked), [asked]);
  const conditions = set ?? parsed.conditions;
  const add = useRef<HTMLButtonElement>(null);
  const isRead = (condition: Condition) => parsed.conditions_read.some((one) => sameCondition(one, condition));
  return (
    <>
      {conditions.length === 0 && <Everywhere changed={set !== null} />}
      {conditions.map((condition, at) => (
        <ConditionChip
          key={JSON.stringify(condition)}
          condition={condition}
          offers={offers}
          changed={set !== null && !isRead(condition)}
          onChange={(changed) => onSet(replaced(conditions, at, changed))}
          onRemove={() => {
            onSet(withoutCondition(conditions, at));
            // The chip is gone, and the focus with it.
            add.current?.focus();
          }}
        />
      ))}
      <Chip part={t("ask.parts.conditions")} changed={set !== null} onPutBack={() => onSet(null)}>
        <AddCondition button={add} conditions={conditions} offers={offers} onAdd={(added) => onSet(withCondition(conditions, added))} />
      </Chip>
    </>
  );
}

function Everywhere({ changed }: { changed: boolean }): ReactNode {
  return (
    <Chip part={t("ask.parts.where")} changed={changed}>
      <span className="chip-words">
        <span className="quiet">{t("ask.where")}</span> {t("ask.everywhere")}
        {changed && <span className="chip-note">{t("ask.byYou")}</span>}
      </span>
    </Chip>
  );
}

interface ChipProps {
  condition: Condition;
  offers: Offers;
  /** Not said by the question. */
  changed: boolean;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

function ConditionChip({ condition, offers, changed, onChange, onRemove }: ChipProps): ReactNode {
  const words = conditionInWords(condition);
  return (
    <Chip part={t("ask.parts.only")} changed={changed}>
      {isWritten(condition) ? (
        <WrittenCondition condition={condition} changed={changed} onChange={onChange} />
      ) : condition.kind === "media_type" ? (
        <KindCondition mediaType={condition.media_type} changed={changed} onChange={onChange} />
      ) : condition.kind === "metadata" ? (
        <SaidCondition condition={condition} offers={offers} changed={changed} onChange={onChange} />
      ) : (
        <span className="chip-words">
          <Words words={words} changed={changed} />
        </span>
      )}
      <button type="button" className="chip-act" aria-label={t("ask.removeOnly", { words })} title={t("ask.remove")} onClick={onRemove}>
        ×
      </button>
    </Chip>
  );
}

function Words({ words, changed }: { words: string; changed: boolean }): ReactNode {
  return (
    <>
      <span className="quiet">{t("ask.onlyIs")}</span> {words}
      {changed && <span className="chip-note">{t("ask.byYou")}</span>}
    </>
  );
}

interface WrittenProps {
  condition: Written;
  changed: boolean;
  onChange: (condition: Condition) => void;
}

function WrittenCondition({ condition, changed, onChange }: WrittenProps): ReactNode {
  return (
    <DialogTrigger>
      <Button className="chip-button">
        <Words words={conditionInWords(condition)} changed={changed} />
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover">
        <Dialog aria-label={FORM_TITLE[condition.kind]} className="chip-dialog">
          <ConditionForm kind={condition.kind} condition={condition} onWritten={onChange} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

interface KindProps {
  mediaType: string;
  changed: boolean;
  onChange: (condition: Condition) => void;
}

function KindCondition({ mediaType, changed, onChange }: KindProps): ReactNode {
  return (
    <MenuTrigger>
      <Button className="chip-button">
        <Words words={kindInWords(mediaType)} changed={changed} />
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover">
        <Menu
          className="menu"
          selectionMode="single"
          selectedKeys={[mediaType]}
          onAction={(key) => onChange({ kind: "media_type", media_type: String(key) })}
        >
          {Object.keys(KINDS).map((kind) => (
            <Entry key={kind} id={kind} words={capital(kindInWords(kind))} />
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface SaidProps {
  condition: Said;
  offers: Offers;
  changed: boolean;
  onChange: (condition: Condition) => void;
}

function SaidCondition({ condition, offers, changed, onChange }: SaidProps): ReactNode {
  const { key, value } = condition;
  return (
    <DialogTrigger>
      <Button className="chip-button">
        <Words words={conditionInWords(condition)} changed={changed} />
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover">
        <Dialog aria-label={saidTitle(key)}>
          {({ close }) => (
            <MetadataMenu
              name={key}
              values={offers.get(key) ?? NO_VALUES}
              chosen={value}
              onChoose={(other) => {
                close();
                onChange({ kind: "metadata", key, value: other });
              }}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

const NO_VALUES: ReadonlyMap<string, number> = new Map();

function saidTitle(key: string): string {
  return t("ask.onlyWhose", { key });
}

function Entry({ id, words }: { id: string; words: string }): ReactNode {
  return (
    <MenuItem id={id} textValue={words} className="menu-item">
      {words}
    </MenuItem>
  );
}

interface AddProps {
  button: RefObject<HTMLButtonElement | null>;
  conditions: Condition[];
  offers: Offers;
  onAdd: (condition: Condition) => void;
}

/** A condition whose parameters are asked for. */
type Adding = { kind: WrittenKind } | { kind: "metadata"; key: string };

/** Before the keys of metadata among the ids of the menu. */
const SAID = "metadata ";

function AddCondition({ button, conditions, offers, onAdd }: AddProps): ReactNode {
  const [adding, setAdding] = useState<Adding | null>(null);
  const written: WrittenKind[] = ["pages", "lines", "dated"];
  // Ranges and kinds add up; of dates one condition says all there is to say.
  const offered = written.filter((kind) => kind !== "dated" || !conditions.some((one) => one.kind === "dated"));
  const kinds = Object.keys(KINDS).filter(
    (kind) => !conditions.some((one) => one.kind === "media_type" && one.media_type === kind),
  );

  function choose(key: string): void {
    const kind = written.find((one) => one === key);
    if (kind) setAdding({ kind });
    else if (key.startsWith(SAID)) setAdding({ kind: "metadata", key: key.slice(SAID.length) });
    else onAdd({ kind: "media_type", media_type: key });
  }

  function add(condition: Condition): void {
    setAdding(null);
    onAdd(condition);
  }

  return (
    <>
      <MenuTrigger>
        <Button ref={button} className="chip-button">
          {t("ask.onlyOpen")} <span aria-hidden="true">▾</span>
        </Button>
        <Popover className="popover">
          <Menu className="menu" onAction={(key) => choose(String(key))}>
            <MenuSection>
              <Header className="menu-heading">{t("ask.parts.only")}</Header>
              {offered.map((kind) => (
                <Entry key={kind} id={kind} words={OFFER[kind]} />
              ))}
            </MenuSection>
            {offers.size > 0 && (
              <MenuSection>
                <Header className="menu-heading">{t("ask.onlyMetadata")}</Header>
                {inOrder(offers.keys()).map((key) => (
                  <Entry key={key} id={`${SAID}${key}`} words={t("ask.keyIs", { key })} />
                ))}
              </MenuSection>
            )}
            <MenuSection>
              <Header className="menu-heading">{t("ask.onlyKind")}</Header>
              {kinds.map((kind) => (
                <Entry key={kind} id={kind} words={capital(kindInWords(kind))} />
              ))}
            </MenuSection>
          </Menu>
        </Popover>
      </MenuTrigger>
      <Popover
        className="popover"
        triggerRef={button}
        isOpen={adding !== null}
        onOpenChange={(open) => {
          if (!open) setAdding(null);
        }}
      >
        {adding?.kind === "metadata" && (
          <Dialog aria-label={saidTitle(adding.key)}>
            <MetadataMenu
              name={adding.key}
              values={offers.get(adding.key) ?? NO_VALUES}
              chosen={null}
              onChoose={(value) => add({ kind: "metadata", key: adding.key, value })}
            />
          </Dialog>
        )}
        {adding && adding.kind !== "metadata" && (
          <Dialog aria-label={FORM_TITLE[adding.kind]} className="chip-dialog">
            <ConditionForm kind={adding.kind} condition={null} onWritten={add} />
          </Dialog>
        )}
      </Popover>
    </>
  );
}

const OFFER: Record<WrittenKind, string> = { pages: t("ask.offer.pages"), lines: t("ask.offer.lines"), dated: t("ask.offer.dated") };
