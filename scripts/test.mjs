// npm test: all checks, including the browser tests, as CI runs them.
import { checkAll } from './check-all.mjs'

await checkAll({ withBrowser: true })
