/**
 * ARIA roles of the parts of a table: `<tr {...as.row}>`. For tables that are laid out as cards on a phone,
 * because an element without table layout may lose its role.
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
