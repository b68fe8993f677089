// npm run check: the checks of npm test without the browser.
import { checkAll } from './check-all.mjs'

await checkAll({ withBrowser: false })
