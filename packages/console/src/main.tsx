import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/mantine.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/print.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { reloadOnMissingChunks } from './app/missing-chunks.ts'
import { loadPageConfig } from './lib/page-config.ts'
import { prepareIntl } from './lib/prepare-intl.ts'
import { startSession } from './lib/session.ts'
import { followOtherTabs } from './lib/settings.ts'
import { startTexts } from './lib/texts.ts'
import { styleNonce } from './ui/theme-root.tsx'

declare global {
  interface Window {
    __webpack_nonce__?: string
  }
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  // The scroll lock of dialogs creates a style tag, too, and reads its nonce from this name.
  window.__webpack_nonce__ = styleNonce()
  reloadOnMissingChunks()
  prepareIntl()
  await Promise.all([loadPageConfig(), startTexts()])
  followOtherTabs()
  startSession()
  // rendered in parts, between which the page responds
  startTransition(() => createRoot(root).render(<App />))
}

void start()
