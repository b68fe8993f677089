import { useMediaQuery } from '@mantine/hooks'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { forgetAccess } from '../../lib/access.ts'
import { startLive } from '../../lib/live.ts'
import { queries } from '../../lib/query.ts'
import { changeSettings, useSettings } from '../../lib/settings.ts'
import { useTexts } from '../../lib/texts.ts'
import { Toasts } from '../../ui/feedback/toast.tsx'
import { whenIdle } from '../../lib/when-idle.ts'
import { preloadOverlays } from '../../ui/overlay/library.ts'
import { Confirmations } from './confirmations.tsx'
import { Header } from './header.tsx'
import { InsideShell } from './inside.ts'
import { learnAccess } from './learn-access.ts'
import { learnBalance } from './learn-balance.ts'
import { learnNames } from './learn-names.ts'
import { Offline } from './offline.tsx'
import { ShellKeys } from './shell-keys.tsx'
import { SideBar } from './side-bar.tsx'
import { useArrival, usePlace } from './place.ts'
import css from './shell.module.css'

const Drawer = lazy(async () => ({ default: (await import('../../ui/drawer.tsx')).Drawer }))
const SettingsPanel = lazy(async () => ({
  default: (await import('../settings/settings-panel.tsx')).SettingsPanel,
}))

/** Specification, section 9: from this width on the side bar is shown, below it a drawer. */
const desktop = '(min-width: 992px)'

/** Loads menus and tooltips with the first sign of use. Returns the function that stops waiting for it. */
function preloadWithFirstUse(): () => void {
  const wait = new AbortController()
  const load = (): void => {
    wait.abort()
    preloadOverlays()
  }
  for (const sign of ['pointermove', 'pointerdown', 'keydown'])
    window.addEventListener(sign, load, { signal: wait.signal, passive: true })
  return () => wait.abort()
}

/** The frame of every screen: skip link, header, side bar or drawer, content and overlays. */
export function Shell({ isArrival, children }: { isArrival: boolean; children: ReactNode }) {
  // Another user must not see what is cached of the last one.
  useEffect(() => () => queries.clear(), [])
  useEffect(startWhenIdle, [])
  useEffect(preloadWithFirstUse, [])
  return (
    <QueryClientProvider client={queries}>
      <InsideShell value={true}>
        <Frame isArrival={isArrival}>{children}</Frame>
      </InsideShell>
    </QueryClientProvider>
  )
}

/** The live connection, custom labels, rights and the balance, which the first screen does not need. */
const starts = [startLive, learnNames, learnAccess, learnBalance]

/**
 * Starts each of them in a task of its own when the page is idle. Returns the function that stops them, and forgets the
 * rights, which a page may have requested before.
 */
function startWhenIdle(): () => void {
  const stops = starts.map((start) => {
    let stop: (() => void) | undefined
    const cancel = whenIdle(() => {
      stop = start(queries)
    })
    return () => {
      cancel()
      stop?.()
    }
  })
  return () => {
    stops.forEach((stop) => stop())
    forgetAccess()
  }
}

function Frame({ isArrival, children }: { isArrival: boolean; children: ReactNode }) {
  const t = useTexts()
  const { navStyle, layoutType } = useSettings()
  const place = usePlace()
  // While a page loads, the address of the page before; browser tests wait for it.
  const { pathname, search } = useLocation()
  const { beside, mini, drawer, setDrawer, toggle } = useSideBar()
  const [panel, setPanel] = useState(false)
  return (
    <>
      <a className={css.skip} data-screen-only href="#content">
        {t('skip')}
      </a>
      <div
        className={css.shell}
        data-layout={place?.wide ? 'full' : layoutType}
        data-nav={beside ? navStyle : 'drawer'}
      >
        {beside && (
          <aside className={css.side} data-screen-only>
            <SideBar mini={mini} />
          </aside>
        )}
        <div className={css.column}>
          <Header beside={beside} mini={mini} onMenu={toggle} onSettings={() => setPanel(true)} />
          <main id="content" className={css.content} tabIndex={-1} data-address={pathname + search}>
            {children}
          </main>
        </div>
      </div>
      <Suspense>
        {!beside && drawer && (
          <Drawer side="start" label={t('header.navigation')} onClose={() => setDrawer(false)}>
            <SideBar mini={false} onNavigate={() => setDrawer(false)} />
          </Drawer>
        )}
        {panel && <SettingsPanel onClose={() => setPanel(false)} />}
      </Suspense>
      <Above isArrival={isArrival} onSideBar={toggle} />
    </>
  )
}

/** Position of the menu (next to the content, full or as icons, or in a drawer) and the action of its button. */
function useSideBar() {
  const { navStyle } = useSettings()
  const wide = useMediaQuery(desktop, true, { getInitialValueInEffect: false })
  const [drawer, setDrawer] = useState(false)
  const beside = wide && navStyle !== 'drawer'
  const mini = beside && navStyle === 'mini'
  const toggle = (): void => {
    if (beside) changeSettings({ navStyle: mini ? 'fixed' : 'mini' })
    else setDrawer(!drawer)
  }
  return { beside, mini, drawer, setDrawer, toggle }
}

/** Announcements and overlays of every screen. */
function Above({ isArrival, onSideBar }: { isArrival: boolean; onSideBar: () => void }) {
  const announced = useArrival(isArrival)
  return (
    <>
      <output className="hidden-text" aria-live="polite">
        {announced}
      </output>
      <ShellKeys onSideBar={onSideBar} />
      <Toasts />
      <Confirmations />
      <Offline />
    </>
  )
}
