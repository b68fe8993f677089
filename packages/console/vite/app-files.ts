import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { productTitle } from '../../contract/src/index.ts'

const read = (path: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

/** Edges in pixels of the images in favicon.ico. */
const icoSizes = [16, 32, 48]

/**
 * Drawn on the full square, because the system cuts its own shape. The mark stays inside the safe zone of
 * maskable icons (W3C Web App Manifest: a circle with a radius of 40 % of the edge).
 */
const square = (svg: string): string => svg.replace(/ rx="[^"]*"/, '')

/** Returns the picture as PNG with this edge in pixels. */
const png = (svg: string, size: number): Promise<Buffer> =>
  sharp(Buffer.from(svg.replace('<svg ', `<svg width="${size}" height="${size}" `)))
    .png({ compressionLevel: 9 })
    .toBuffer()

/** Returns an ICO file of PNG images: a header of 6 bytes, an entry of 16 bytes for each image, the images. */
function ico(images: readonly { size: number; data: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  images.forEach(({ size, data }, index) => {
    const at = 6 + 16 * index
    header.writeUInt8(size, at)
    header.writeUInt8(size, at + 1)
    header.writeUInt16LE(1, at + 4) // Colour planes.
    header.writeUInt16LE(32, at + 6) // Bits per pixel.
    header.writeUInt32LE(data.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += data.length
  })
  return Buffer.concat([header, ...images.map(({ data }) => data)])
}

/** Returns the colour of the page in the light and the dark theme, as tokens.css has them. */
async function pageColours(): Promise<[light: string, dark: string]> {
  const [light, dark] = [...(await read('src/ui/tokens.css')).matchAll(/--page: (#[0-9a-f]{6})/g)]
  if (!light || !dark) throw new Error('tokens.css has no colour --page for both themes')
  return [light[1]!, dark[1]!]
}

/** Returns the entry of an icon in the manifest. */
const image = (size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: purpose === 'any' ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
  type: 'image/png',
  sizes: `${size}x${size}`,
  purpose,
})

/**
 * Returns the files that browsers request by fixed names: the web app manifest and its icons, made from
 * icon.svg.
 */
async function appFiles(): Promise<Record<string, Buffer | string>> {
  const svg = await read('public/icon.svg')
  const [light] = await pageColours()
  const manifest = {
    id: '/',
    name: productTitle,
    short_name: productTitle,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: light,
    background_color: light,
    icons: [image(192), image(512), image(512, 'maskable')],
  }
  return {
    'manifest.webmanifest': JSON.stringify(manifest),
    'favicon.ico': ico(
      await Promise.all(icoSizes.map(async (size) => ({ size, data: await png(svg, size) }))),
    ),
    'apple-touch-icon.png': await png(square(svg), 180),
    'icon-192.png': await png(svg, 192),
    'icon-512.png': await png(svg, 512),
    'icon-maskable-512.png': await png(square(svg), 512),
  }
}

const link = (rel: string, href: string, more = {}): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, href, ...more },
  injectTo: 'head',
})

/** Added by the plugin, because Vite would look for its own files behind such links. */
const links = [
  link('icon', '/favicon.ico', { sizes: icoSizes.map((size) => `${size}x${size}`).join(' ') }),
  link('icon', '/icon.svg', { type: 'image/svg+xml', sizes: 'any' }),
  link('apple-touch-icon', '/apple-touch-icon.png'),
  link('manifest', '/manifest.webmanifest'),
]

const style = /^ *<link rel="stylesheet"[^>]*>\n/gm

/**
 * Moves the styles behind the start of the page, which is then painted without them; scripts wait for them all the same.
 */
const paintFirst = (page: string): string =>
  page.replace(style, '').replace(/^ *<\/body>/m, (end) => `${(page.match(style) ?? []).join('')}${end}`)

async function completePage(page: string): Promise<{ html: string; tags: HtmlTagDescriptor[] }> {
  const [light, dark] = await pageColours()
  const html = page
    .replace('__PRODUCT_TITLE__', productTitle)
    .replaceAll('__PAGE_LIGHT__', light)
    .replaceAll('__PAGE_DARK__', dark)
  return { html: paintFirst(html), tags: links }
}

const types: Record<string, string> = {
  ico: 'image/x-icon',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
}

/**
 * Adds the product title, the web app manifest and the icons to the page, in the build and in development. Images are
 * made from icon.svg each time, so they cannot differ from it; all of them take less than 100 ms.
 */
export const appFilesPlugin: Plugin = {
  name: 'stationmaster-app-files',
  transformIndexHtml: { order: 'post', handler: completePage },
  async generateBundle() {
    for (const [fileName, source] of Object.entries(await appFiles()))
      this.emitFile({ type: 'asset', fileName, source })
  },
  configureServer: ({ middlewares }) => {
    middlewares.use(async (request, response, next) => {
      const name = (request.url ?? '').slice(1).replace(/\?.*/, '')
      const type = types[name.replace(/.*\./, '')]
      const content = type && (await appFiles())[name]
      if (!content) return next()
      response.setHeader('Content-Type', type)
      response.end(content)
    })
  },
}
