/** How the question was understood, part by part; each part can be changed and put back. */

import type { ReactNode } from "react";
import { sentence, shapeInWords } from "../answer/words";
import type { AnswerType, Certainty, DocumentSummary, ModelSummary, ParsedQuestion } from "../backend/wire";
import { Chip, ChipMenu } from "./ChipMenu";
import type { Choice } from "./ChipMenu";
import { withType } from "./changes";
import type { Changes } from "./changes";
import { ConditionChips } from "./ConditionChips";
import { LabelsChip } from "./LabelsChip";
import { t } from "../language/language";

interface Props {
  parsed: ParsedQuestion;
  types: AnswerType[];
  models: ModelSummary[];
  /** The model that is taken where none is chosen. */
  standard: string | null;
  /** An administrator chose it for everybody. */
  isModelLocked: boolean;
  changes: Changes;
  onChanges: (changes: Changes) => void;
  /** The documents that are asked. */
  asked: DocumentSummary[];
  /** The same in words. */
  documents: string;
  onDocuments: () => void;
}

const CERTAINTY: Record<Certainty, string> = {
  sure: t("ask.sure"),
  guess: t("ask.guess"),
  model: t("ask.byModel"),
  evidence: t("ask.byEvidence"),
  person: t("ask.byYou"),
};

export function Chips(props: Props): ReactNode {
  const { parsed, changes, onChanges, asked, documents, onDocuments } = props;
  const change = (part: Partial<Changes>) => onChanges({ ...changes, ...part });
  const labelled = parsed.answer_type === "classification" || changes.labels !== null;
  return (
    <section aria-label={t("ask.understood")}>
      <ul className="chips">
        <TypeChip {...props} />
        <ShapeChip {...props} />
        <ConditionChips parsed={parsed} asked={asked} set={changes.conditions} onSet={(conditions) => change({ conditions })} />
        <Chip part={t("ask.parts.documents")} changed={false}>
          <button type="button" className="chip-button" onClick={onDocuments}>
            <span className="quiet">{t("ask.documents")}</span> {documents}
          </button>
        </Chip>
        {labelled && (
          <LabelsChip
            labels={changes.labels ?? parsed.labels}
            changed={changes.labels !== null}
            onLabels={(labels) => change({ labels })}
            onPutBack={() => change({ labels: null })}
          />
        )}
        <ModelChip {...props} />
        <Told part={t("ask.parts.columns")} words={parsed.columns.join(", ")} />
        <Told part={t("ask.parts.exact")} words={parsed.phrases.map((phrase) => `“${phrase}”`).join(", ")} />
      </ul>
      {parsed.steps.length > 0 && (
        <div className="small steps">
          <h3>{t("ask.computed")}</h3>
          <ol>
            {parsed.steps.map((step) => (
              <li key={step}>{sentence(step)}</li>
            ))}
          </ol>
        </div>
      )}
      {parsed.excluded.map((why) => (
        <p key={why} className="small unclear" role="note">
          {t("ask.nothingToRead", { why })}
        </p>
      ))}
      {parsed.clarifications.map((unclear) => (
        <p key={unclear} className="small unclear" role="note">
          {t("ask.unclear", { why: unclear })}
        </p>
      ))}
    </section>
  );
}

function TypeChip({ parsed, types, changes, onChanges }: Props): ReactNode {
  const choice = (name: string) => choiceOf(types, name);
  const others = types.map(({ name }) => name).filter((name) => !parsed.alternatives.includes(name));
  const changed = changes.answerType !== null;
  return (
    <ChipMenu
      part={t("ask.parts.type")}
      words={choice(changes.answerType ?? parsed.answer_type).title}
      note={CERTAINTY[changed ? "person" : parsed.certainty]}
      changed={changed}
      chosen={changes.answerType ?? parsed.answer_type}
      groups={[
        { title: t("ask.couldBe"), choices: parsed.alternatives.map(choice) },
        { title: t("ask.allTypes"), choices: others.map(choice) },
      ]}
      onChoose={(name) => onChanges(withType(changes, name))}
      onPutBack={() => onChanges(withType(changes, null))}
    />
  );
}

/** A type that is not in the list is shown by its key. */
function choiceOf(types: AnswerType[], name: string): Choice {
  const known = types.find((type) => type.name === name);
  return { id: name, title: known?.title ?? sentence(name).replace(/\.$/, ""), about: known?.description ?? "" };
}

function ShapeChip({ parsed, changes, onChanges }: Props): ReactNode {
  const shape = changes.shape ?? parsed.answer_shape;
  const changed = changes.shape !== null;
  if (parsed.shapes.length < 2 && !changed) return <Told part={t("ask.parts.shape")} words={shapeInWords(shape)} />;
  return (
    <ChipMenu
      part={t("ask.parts.shape")}
      words={shapeInWords(shape)}
      note={changed ? CERTAINTY.person : undefined}
      changed={changed}
      chosen={shape}
      groups={[{ title: t("ask.shapeOf"), choices: parsed.shapes.map((id) => ({ id, title: shapeInWords(id) })) }]}
      onChoose={(id) => onChanges({ ...changes, shape: id })}
      onPutBack={() => onChanges({ ...changes, shape: null })}
    />
  );
}

function ModelChip({ models, standard, isModelLocked, changes, onChanges }: Props): ReactNode {
  const name = changes.model ?? standard;
  if (!name) return null;
  if (isModelLocked) return <Told part={t("ask.parts.model")} words={t("ask.modelSet", { name })} />;
  const changed = changes.model !== null;
  return (
    <ChipMenu
      part={t("ask.parts.model")}
      words={name}
      note={changed ? CERTAINTY.person : undefined}
      changed={changed}
      chosen={name}
      groups={[{ title: t("ask.models"), choices: models.map(choiceOfModel) }]}
      onChoose={(model) => onChanges({ ...changes, model })}
      onPutBack={() => onChanges({ ...changes, model: null })}
    />
  );
}

function choiceOfModel({ name, recommended_for }: ModelSummary): Choice {
  return { id: name, title: name, about: recommended_for };
}

/** A part that can be read but not changed here. */
function Told({ part, words }: { part: string; words: string }): ReactNode {
  if (words === "") return null;
  return (
    <Chip part={part} changed={false}>
      <span className="chip-words">
        <span className="quiet">{part}:</span> {words}
      </span>
    </Chip>
  );
}
