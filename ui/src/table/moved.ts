/** Where a key leads in a grid; row -1 is the head, column -1 the names. */

interface Place {
  row: number;
  column: number;
}

interface Key {
  key: string;
  ctrlKey: boolean;
}

const PAGE = 10;

export function moved(from: Place, { key, ctrlKey }: Key, size: { rows: number; columns: number }): Place | null {
  const { row, column } = from;
  const [bottom, right] = [size.rows - 1, size.columns - 1];
  const to: Record<string, Place> = {
    ArrowDown: { row: ctrlKey ? bottom : row + 1, column },
    ArrowUp: { row: ctrlKey ? 0 : row - 1, column },
    ArrowRight: { row, column: ctrlKey ? right : column + 1 },
    ArrowLeft: { row, column: ctrlKey ? -1 : column - 1 },
    PageDown: { row: row + PAGE, column },
    PageUp: { row: Math.max(0, row - PAGE), column },
    Home: { row: ctrlKey ? 0 : row, column: -1 },
    End: { row: ctrlKey ? bottom : row, column: right },
  };
  const next = to[key];
  if (!next) return null;
  return {
    row: Math.min(Math.max(next.row, -1), bottom),
    column: Math.min(Math.max(next.column, -1), right),
  };
}
