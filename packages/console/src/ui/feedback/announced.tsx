import { useState } from 'react'

/**
 * Announces a text to assistive technology each time it changes while the page is open. It stays in the page when
 * other parts of the page replace each other; the first text is not announced, because it is read with the page.
 */
export function Announced({ text }: { text: string }) {
  const [known, setKnown] = useState({ text, isNew: false })
  if (known.text !== text) setKnown({ text, isNew: true })
  return <output className="hidden-text">{known.isNew && known.text}</output>
}
