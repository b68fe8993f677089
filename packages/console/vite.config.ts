import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { appFilesPlugin } from './vite/app-files.ts'
import { bareContractPlugin } from './vite/bare-contract.ts'
import { compressFilesPlugin } from './vite/compress-files.ts'
import { firstFilesPlugin } from './vite/first-files.ts'
import { firstGroups } from './vite/first-groups.ts'
import { frameFirstPlugin } from './vite/frame-first.ts'
import { modulePreload, preloadsPlugin } from './vite/preloads.ts'
import { referencePagePlugin } from './vite/reference-page.ts'
import { subsetFontsPlugin } from './vite/subset-fonts.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Address of the server for `npm run dev`; requests for the API, its description, tokens and configuration
 * are proxied.
 */
const server = process.env.STATIONMASTER_SERVER ?? 'http://127.0.0.1:8080'

/**
 * The console needs the schemas of the contract as plain JSON Schema at most. TypeBox itself would add a
 * third to the entry, so its builder is replaced by one of forty lines.
 */
const light: Plugin = {
  name: 'stationmaster-light-contract',
  enforce: 'pre',
  resolveId: (id) => (id === 'typebox' ? here('./src/lib/typebox-light.ts') : null),
}

/** Stands for what each link does in the framework mode of the router: to request the next page in advance. */
const noPrefetch = `import { createContext } from 'react'
  export const FrameworkContext = createContext(undefined)
  export const PrefetchPageLinks = () => null
  export const mergeRefs = (ref) => ref
  export const usePrefetchBehavior = () => [false, null, {}]`

/**
 * Parts of the router that the console never calls, by the import that loads them: instrumentation, and what
 * the framework mode of the router (server rendering) adds to a page. Together 3 % of the entry.
 */
const unusedRouterParts: Record<string, string> = {
  './ssr/components.js': noPrefetch,
  './dom/ssr/components.js': noPrefetch,
  './instrumentation.js': `export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router`,
  './links.js': ['getKeyedLinksForMatches', 'getModuleLinkHrefs', 'getNewMatchesForLinks']
    .map((name) => `export const ${name} = () => []`)
    .concat(
      'export const getKeyedPrefetchLinks = async () => []',
      'export const isPageLinkDescriptor = () => false',
      'export const prefetchRouteCss = () => undefined',
      'export const prefetchStyleLinks = async () => undefined',
    )
    .join('\n'),
}
const routerPart = '\0stationmaster-router-part:'

const bareRouter: Plugin = {
  name: 'stationmaster-bare-router',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, importer) =>
    Object.hasOwn(unusedRouterParts, id) && importer?.includes('/react-router/') ? routerPart + id : null,
  load: (id) => (id.startsWith(routerPart) ? unusedRouterParts[id.slice(routerPart.length)] : null),
}

export default defineConfig({
  plugins: [
    light,
    bareContractPlugin,
    bareRouter,
    appFilesPlugin,
    frameFirstPlugin(),
    preloadsPlugin,
    firstFilesPlugin,
    referencePagePlugin,
    subsetFontsPlugin,
    react(),
    // The build with the gallery is read once, by its test.
    process.env.STATIONMASTER_GALLERY !== '1' && compressFilesPlugin,
  ],
  // Texts are read as whole objects; an export for each text would double their size.
  json: { namedExports: false },
  // The server replaces this word with a fresh nonce in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  define: {
    __CONSOLE_VERSION__: JSON.stringify(JSON.parse(readFileSync(here('./package.json'), 'utf8')).version),
    // The component gallery is for development; a build includes it only on request.
    __GALLERY__: JSON.stringify(
      process.env.NODE_ENV === 'development' || process.env.STATIONMASTER_GALLERY === '1',
    ),
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.STATIONMASTER_CONSOLE_PORT ?? 5173),
    proxy: {
      '/api': { target: server, ws: true },
      '/oauth2': { target: server },
      '/page-config.json': { target: server },
      '/openapi.json': { target: server },
    },
  },
  build: {
    target: 'es2023',
    // Fonts as data: addresses would require a weaker content security policy.
    assetsInlineLimit: 0,
    modulePreload,
    chunkSizeWarningLimit: 1000,
    manifest: true,
    // Bundled packages are distributed to every visitor, so their licence notices are included.
    license: { fileName: 'licences.txt' },
    rolldownOptions: {
      // Of the 6,000 icons only those that are used are read and parsed: a fourth of the build's processor time.
      experimental: { lazyBarrel: true },
      treeshake: {
        // Rows of the contract are data: unused rows must not be bundled.
        moduleSideEffects: [
          { test: /packages\/contract\//, sideEffects: false },
          { test: /typebox-light/, sideEffects: false },
        ],
        manualPureFunctions: ['endpoint', 'Type', 'Nullable', 'Optional'],
      },
      output: {
        // The entry lists every file that may follow: names would make it a kilobyte larger, and longer hashes, too.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // Modules of the entry that screens import, too, are kept out of its own file: that file lists the
            // screens, so each update changes its name, and with it every file that imports it.
            { name: 'libraries', test: /node_modules\/.*\.m?js$/, tags: ['$initial'], priority: 30 },
            {
              name: 'base',
              test: /\/console\/src\/lib\/|\/contract\/src\/|preload-helper/,
              tags: ['$initial'],
              priority: 25,
            },
            { name: 'app', test: /\/console\/src\/(?!main)/, tags: ['$initial'], priority: 24 },
            ...firstGroups,
          ],
        },
      },
    },
  },
})
