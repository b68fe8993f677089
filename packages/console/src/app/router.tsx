import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type PatchRoutesOnNavigationFunction,
  redirect,
  type RouteObject,
  useLoaderData,
} from 'react-router'
import { loadProfile } from '../areas/crm/screens.ts'
import { guest, loadGuestFrame } from '../areas/driver/guest/screens.ts'
import { sign } from '../areas/sign/screens.ts'
import { inTime } from '../lib/call.ts'
import { pageConfig } from '../lib/page-config.ts'
import { areaCodes, type AreaTable, type ScreenModule, type ScreenRow } from '../lib/screen.ts'
import { sessionSettled } from '../lib/session.ts'
import { loadTexts } from '../lib/texts.ts'
import {
  areaTables,
  homeOf,
  isAreaOpen,
  isInside,
  mayOpen,
  presentUser,
  rememberArea,
  loadTable,
} from './area-access.ts'
import { Gate, loadShell } from './gate.tsx'
import { Placeholder } from './pages/placeholder.tsx'
import { areaOff, RouteFailure } from './pages/route-failure.tsx'
import type { ScreenHandle } from './screen-handle.ts'

const areasId = 'areas'

/** Creates the routes from the tables of the areas. Unknown addresses end in the 404 page. */
export function createRouter() {
  return createBrowserRouter(
    [
      {
        ErrorBoundary: RouteFailure,
        HydrateFallback: Placeholder,
        children: [
          ...sign.map((screen) => publicRoute(screen.path, screen.load)),
          {
            lazy: async () => ({ Component: await loadGuestFrame() }),
            children: guest.map(({ path, load }) => ({
              path,
              lazy: async () => ({ Component: (await load()).default }),
            })),
          },
          ...(__GALLERY__
            ? [
                publicRoute('/gallery', async () => {
                  await loadTexts('sign')
                  return import('../../gallery/gallery.tsx')
                }),
              ]
            : []),
          {
            Component: Gate,
            children: [
              {
                index: true,
                loader: goHome,
                lazy: async () => {
                  const [{ NoArea }] = await Promise.all([
                    import('./pages/no-area.tsx'),
                    loadTexts(...areaTables.driver.texts, 'cards', 'driver-data'),
                  ])
                  return { Component: NoArea }
                },
              },
              {
                id: areasId,
                ErrorBoundary: RouteFailure,
                children: [],
              },
              {
                // For users without the operator's area.
                path: '/profile',
                loader: async () => void (await Promise.all([sessionSettled(), loadTexts('profile')])),
                lazy: async () => ({ Component: (await loadProfile()).default }),
              },
              {
                path: '*',
                loader: () => sessionSettled(),
                lazy: async () => ({ Component: (await import('./pages/no-screen.tsx')).NoScreen }),
              },
            ],
          },
        ],
      },
    ],
    { patchRoutesOnNavigation: addRoutesOfArea },
  )
}

/** Pages of guests, whose addresses begin as those of the area of drivers. */
const ofGuests = /^\/driver\/(c|guest)\//

/**
 * The routes of an area are added when one of its addresses is requested: its table may be loaded on demand, and the
 * router compares each address with all routes.
 */
const addRoutesOfArea: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  const area = areaCodes.find((code) => path.startsWith(`/${code}`))
  if (!area || ofGuests.test(path)) return
  const table = await loadTable(area)
  patch(
    areasId,
    table.screens.map((row) => screenRoute(row, table)),
  )
}

function screenRoute(screen: ScreenRow, table: AreaTable): RouteObject {
  const handle: ScreenHandle = { screen, table }
  return {
    path: screen.params ? `${screen.path}/:param1?/:param2?/:param3?` : screen.path,
    handle,
    Component: Screen,
    // A change of query parameters changes the state of a screen; it does not open another one.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
        ? false
        : defaultShouldRevalidate,
    loader: (args) => loadScreen(handle, args),
  }
}

interface Loaded {
  module: ScreenModule | null
}

/**
 * Loads script, texts and data of a screen in parallel. Loads nothing if no user is signed in: the gate shows
 * the sign-in.
 */
async function loadScreen({ screen, table }: ScreenHandle, args: LoaderFunctionArgs): Promise<Loaded> {
  const session = await sessionSettled()
  if (!isInside(session)) return { module: null }
  const user = presentUser(session)
  const isOff = !pageConfig()[table.area]
  // Drivers are redirected away from the operator's area.
  if (table.area === 'crm' && user?.interface.code === 'driver') throw redirect('/')
  if (!isAreaOpen(table.area, user) || !mayOpen(screen, user))
    throw new Response(null, { status: 403, statusText: isOff ? areaOff : '' })
  const parts = () =>
    Promise.all([screen.load(), loadShell(), loadTexts(...table.texts, ...(screen.texts ?? []))])
  const [module] = await inTime(parts)
  rememberArea(table.area)
  await module.loader?.(args)
  return { module }
}

function Screen() {
  const { module } = useLoaderData<Loaded>()
  return module ? <module.default /> : <Placeholder />
}

function publicRoute(path: string, load: () => Promise<ScreenModule>): RouteObject {
  return {
    path,
    lazy: async () => ({ Component: (await load()).default }),
    loader: () => (pageConfig().authorize || path === '/gallery' ? null : redirect('/')),
  }
}

async function goHome(): Promise<Response | null> {
  const session = await sessionSettled()
  const home = isInside(session) ? homeOf(presentUser(session)) : null
  return home ? redirect(home) : null
}
