/** One of the collections that have documents, by name. */

import type { ComponentProps, ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { SetSelect } from "../kit/SetSelect";
import { t } from "../language/language";

type Props = Omit<ComponentProps<typeof SetSelect>, "label" | "sets">;

export function CollectionSelect(props: Props): ReactNode {
  const { collections } = useWorkspace();
  const filled = collections.list.filter(({ document_ids }) => document_ids.length > 0);
  const sets = filled.map(({ name, document_ids }) => ({ name, ids: document_ids }));
  return <SetSelect label={t("collections.one")} sets={sets} {...props} />;
}
