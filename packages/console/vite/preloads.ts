import type { ModulePreloadOptions, Plugin, Rolldown } from 'vite'
import { filesOf } from './chunk-files.ts'

/** The frame of every screen, which is loaded with the screen. */
const shell = /\/src\/app\/shell\/shell\.tsx$/
const screen = /\/src\/areas\/(crm|ocpp|driver|admin)\//

/** The entry and everything that it imports. */
let ofEntry: ReadonlySet<string> = new Set()
/** The frame and everything that it imports. */
let ofShell: ReadonlySet<string> = new Set()
/** Files with the code of screens. */
let screens: ReadonlySet<string> = new Set()

const chunksOf = (bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((part) => part.type === 'chunk')

const contains = ({ moduleIds }: Rolldown.OutputChunk, pattern: RegExp): boolean =>
  moduleIds.some((id) => pattern.test(id))

/** Notes which files the entry and the frame load, before the lists of files to preload are written. */
export const preloadsPlugin: Plugin = {
  name: 'stationmaster-preloads',
  apply: 'build',
  enforce: 'pre',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      const chunks = chunksOf(bundle)
      ofEntry = filesOf(
        chunks.filter(({ isEntry }) => isEntry),
        bundle,
      )
      ofShell = filesOf(
        chunks.filter((chunk) => contains(chunk, shell)),
        bundle,
      )
      screens = new Set(
        chunks
          .filter((chunk) => contains(chunk, screen) && !contains(chunk, shell))
          .map((chunk) => chunk.fileName),
      )
    },
  },
}

/**
 * The lists of files to preload are part of the entry, one per screen: they contain neither what the page has
 * loaded nor, for screens, what is preloaded for the frame at the same time.
 */
export const modulePreload: ModulePreloadOptions = {
  // Every browser that supports es2023 preloads modules natively.
  polyfill: false,
  resolveDependencies: (file, files, { hostType }) =>
    hostType === 'html'
      ? files
      : files.filter(
          (each) => !ofEntry.has(each) && !(screens.has(file) && each !== file && ofShell.has(each)),
        ),
}
