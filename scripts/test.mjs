// npm test: everything that must hold, the browser tests included. What CI runs.
import { checkAll } from './check-all.mjs'

await checkAll({ withBrowser: true })
