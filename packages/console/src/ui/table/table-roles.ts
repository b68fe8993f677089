/**
 * What the parts of a table are, said aloud: `<tr {...as.row}>`. For tables that a phone lays out as cards, because an
 * element that is no longer drawn as a part of a table may no longer be told as one.
 */
export const as = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader', scope: 'col' },
  rowHead: { role: 'rowheader', scope: 'row' },
  groupHead: { role: 'rowheader', scope: 'rowgroup' },
  cell: { role: 'cell' },
} as const
