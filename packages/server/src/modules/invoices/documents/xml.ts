/** Element of an XML document. */
export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  content: string | readonly XmlElement[]
}

type Child = XmlElement | readonly XmlElement[] | null

/** Builds an element from a text or from its children; null stands for a child that is absent. */
export const element = (
  name: string,
  content: string | readonly Child[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement => ({
  name,
  attributes,
  content: typeof content === 'string' ? content : content.flatMap((child) => child ?? []),
})

/** Returns a text, or null if it has only spaces: Peppol and XRechnung reject an empty element (PEPPOL-EN16931-R008). */
export const given = (text: string | null): string | null => (text?.trim() ? text : null)

/** Builds an element if there is a text. */
export const optional = (
  name: string,
  text: string | null,
  attributes: Readonly<Record<string, string>> = {},
): XmlElement | null => {
  const content = given(text)
  return content === null ? null : element(name, content, attributes)
}

/** Characters that XML 1.0 does not permit, unpaired surrogates included. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for elements and attributes; characters that XML does not permit become U+FFFD. */
export const escapeXml = (text: string): string =>
  text.replaceAll(forbidden, '\u{fffd}').replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

function lines({ name, attributes, content }: XmlElement, indent: string): string {
  const tag = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const open = `${indent}<${name}${tag.join('')}>`
  if (typeof content === 'string') return `${open}${escapeXml(content)}</${name}>\n`
  const inner = content.map((child) => lines(child, `${indent}  `)).join('')
  return `${open}\n${inner}${indent}</${name}>\n`
}

/** Returns the document as text, in UTF-8. */
export const xmlText = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, '')}`
