import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locales, mailKinds } from '@stationmaster/contract'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { openApiDocument } from './http/openapi.ts'
import { renderMail } from './modules/mail/render-mail.ts'

const packages = fileURLToPath(new URL('../../', import.meta.url))

describe('the name that users see is the product title', () => {
  it.each(locales)('mails in %s use the product title and no other name', (locale) => {
    for (const kind of mailKinds) {
      const { subject, text, html } = renderMail(kind, locale, { origin: 'http://example.test' })
      expect(text).toContain('OCPP CS')
      expect(html).toContain('>OCPP CS</td>')
      expect(`${subject} ${text} ${html}`).not.toContain('Stationmaster')
    }
  })

  it('the sender of mails and the API document use it too', () => {
    expect(readConfig({}).mail.from).toBe('OCPP CS <no-reply@localhost>')
    expect(openApiDocument('1').info).toMatchObject({ title: 'OCPP CS' })
  })

  it('texts of the console contain neither name', async () => {
    const texts = await filesBelow(join(packages, 'console/texts'), /\.json$/)
    expect(texts.length).toBeGreaterThan(50)
    for (const { path, content } of texts)
      expect(/Stationmaster|OCPP CS/.exec(content)?.[0], path).toBeUndefined()
  })

  // Proves S9.2
  it('is defined in one file', async () => {
    const folders = ['contract/src', 'server/src', 'console/src', 'console/public', 'console/index.html']
    const sources = await Promise.all(
      folders.map((folder) => filesBelow(join(packages, folder), /(?<!\.test)\.(tsx?|js|html)$/)),
    )
    const found = sources.flat().filter(({ content }) => content.includes('OCPP CS'))
    expect(found.map(({ path }) => path.slice(packages.length))).toEqual(['contract/src/product-title.ts'])
  })
})

/** Returns the files with matching names in a folder, or the one file. */
async function filesBelow(place: string, name: RegExp): Promise<{ path: string; content: string }[]> {
  const entries = name.test(place)
    ? [place]
    : (await readdir(place, { recursive: true }))
        .filter((path) => name.test(path))
        .map((path) => join(place, path))
  return Promise.all(entries.map(async (path) => ({ path, content: await readFile(path, 'utf8') })))
}
