/** The values that are said for a key, to choose the one that documents are to have. */

import type { ReactNode } from "react";
import { Autocomplete, Input, Menu, MenuItem, SearchField, Text, useFilter } from "react-aria-components";
import { count } from "../answer/words";
import { inOrder } from "../metadata/rows";

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
      aria-label={`Values of ${name}`}
      autoFocus={values.size < MANY && "first"}
      selectionMode="single"
      selectedKeys={chosen === null ? [] : [chosen]}
      renderEmptyState={() => <p className="quiet palette-empty">None of the chosen documents has it.</p>}
      onAction={(key) => onChoose(String(key))}
    >
      {inOrder(values.keys()).map((value) => (
        <MenuItem key={value} id={value} textValue={value} className="menu-item">
          <Text slot="label">{value}</Text>
          <Text slot="description" className="small quiet">
            {count(values.get(value) ?? 0, "document")}
          </Text>
        </MenuItem>
      ))}
    </Menu>
  );
  return (
    <>
      <p className="menu-heading">Only documents whose {name} is</p>
      {values.size < MANY ? (
        menu
      ) : (
        <Autocomplete filter={contains}>
          <SearchField aria-label={`Find a value of ${name}`} autoFocus className="metadata-search">
            <Input placeholder="Find a value" />
          </SearchField>
          {menu}
        </Autocomplete>
      )}
      <p className="small quiet metadata-note">Documents of which nobody said it are left out.</p>
    </>
  );
}
