// npm run check: what npm test runs, without the browser.
import { checkAll } from './check-all.mjs'

await checkAll({ withBrowser: false })
