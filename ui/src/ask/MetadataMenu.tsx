/** The values that are said for a key, to choose the one that documents are to have. */

import type { ReactNode } from "react";
import { Autocomplete, Input, Menu, MenuItem, SearchField, Text, useFilter } from "react-aria-components";
import { inOrder } from "../metadata/rows";
import { t } from "../language/language";

interface Props {
  /** What is said something of. */
  name: string;
  /** Values, and of how many of the chosen documents each is said. */
  values: ReadonlyMap<string, number>;
  chosen: string | null;
  onChoose: (value: string) => void;
}

/** From so many values on there is a filter. */
const MANY = 7;

export function MetadataMenu({ name, values, chosen, onChoose }: Props): ReactNode {
  const { contains } = useFilter({ sensitivity: "base" });
  const menu = (
    <Menu
      className="menu"
      aria-label={t("ask.valuesOf", { name })}
      autoFocus={values.size < MANY && "first"}
      selectionMode="single"
      selectedKeys={chosen === null ? [] : [chosen]}
      renderEmptyState={() => <p className="quiet palette-empty">{t("ask.noneHas")}</p>}
      onAction={(key) => onChoose(String(key))}
    >
      {inOrder(values.keys()).map((value) => (
        <MenuItem key={value} id={value} textValue={value} className="menu-item">
          <Text slot="label">{value}</Text>
          <Text slot="description" className="small quiet">
            {t("ask.documentsCount", { count: values.get(value) ?? 0 })}
          </Text>
        </MenuItem>
      ))}
    </Menu>
  );
  return (
    <>
      <p className="menu-heading">{t("ask.onlyWhose", { key: name })}</p>
      {values.size < MANY ? (
        menu
      ) : (
        <Autocomplete filter={contains}>
          <SearchField aria-label={t("ask.findValueOf", { name })} autoFocus className="metadata-search">
            <Input placeholder={t("ask.findValue")} />
          </SearchField>
          {menu}
        </Autocomplete>
      )}
      <p className="small quiet metadata-note">{t("ask.leftOut")}</p>
    </>
  );
}
