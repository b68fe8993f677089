import { expect, it } from 'vitest'
import { withResults } from './torture-results.mjs'

const page = `text
<!-- torture:begin (npm run torture) -->
<!-- torture:end -->
after
`
const run = '2026-11-27, Node.js 20, 1.0 min'

it('the results of `npm run torture` replace those of the same part and no others', () => {
  const first = withResults(page, [
    { part: 'histories', rounds: '100', seed: '7', figures: 'a|b', run },
    { part: 'crash', rounds: '3', seed: '7', replay: 'npm run torture -- --round 2', figures: '', run },
  ])
  expect(first).toBe(`text
<!-- torture:begin (npm run torture) -->

| Part | Rounds, seed | Result | Figures | Run |
|---|---|---|---|---|
| crash | 3, 7 | **failed**: \`npm run torture -- --round 2\` |  | ${run} |
| histories | 100, 7 | passed | a\\|b | ${run} |

<!-- torture:end -->
after
`)
  const second = withResults(first, [{ part: 'crash', rounds: '9', seed: '8', figures: 'x', run }])
  expect(second).toContain(`| crash | 9, 8 | passed | x | ${run} |`)
  expect(second).toContain('| histories | 100, 7 | passed | a\\|b |')
  expect(second.match(/\| crash/g)).toHaveLength(1)
  expect(() => withResults('no section', [])).toThrow('has no section')
})
