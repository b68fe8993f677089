import { expect, it } from 'vitest'
import { unknownClasses, unusedStyles } from './styles.mjs'

it('finds classes and custom properties without use', () => {
  const files = new Map([
    [
      'a/row.module.css',
      '/* .note */ .row { --gap: 4.5px; --pad: 2px; gap: var(--gap) }\n.odd, .row:hover .even { margin: 0 }\n.base :global(.other) { color: red }',
    ],
    ['a/row.tsx', "import css from './row.module.css'\nconst used = [css.row, css['even']]"],
    ['b/list.module.css', '.list { composes: base from "../a/row.module.css" }'],
    ['b/list.tsx', "import css from './list.module.css'\nconst used = css.list"],
  ])
  expect(unusedStyles(files)).toEqual(['a/row.module.css: nothing uses the class "odd"'])
  files.set('c/theme.css', ':root {\n  --unused: 1px;\n  --drawn: 2px;\n}')
  files.set('c/chart.ts', "read('--drawn')")
  expect(unusedStyles(files)).toContain('nothing uses the custom property "--unused"')
  expect(unusedStyles(files).join()).not.toContain('--drawn')
})

it('finds classes that the style sheet of a component does not define', () => {
  const files = new Map([
    ['a/row.module.css', '.row { gap: 4px }'],
    ['b/list.tsx', "import row from '../a/row.module.css'\nconst used = [row.row, row.rows, other.row.gap]"],
  ])
  expect(unknownClasses(files)).toEqual(['b/list.tsx: ../a/row.module.css has no class "rows"'])
})
