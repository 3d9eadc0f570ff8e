/** One of the tags that these documents have, by name. */

import type { ComponentProps, ReactNode } from "react";
import type { DocumentSummary } from "../backend/wire";
import { SetSelect } from "../kit/SetSelect";
import { t } from "../language/language";
import { tagsOf } from "./Tags";

type Props = Omit<ComponentProps<typeof SetSelect>, "label" | "sets"> & { documents: DocumentSummary[] };

export function TagSelect({ documents, ...props }: Props): ReactNode {
  const sets = tagsOf(documents).map((name) => ({
    name,
    ids: documents.filter(({ tags }) => tags.includes(name)).map(({ id }) => id),
  }));
  return <SetSelect label={t("documents.tag")} sets={sets} {...props} />;
}
