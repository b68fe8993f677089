import { useEffect, useState } from 'react'
import css from './people.module.css'

/** Width of the quiet zone in modules; the standard requires four. */
const border = 4

/** QR code of a text: dark on white in every theme. The encoder is loaded on first use. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<Drawing | null>(null)
  useEffect(() => {
    let isPresent = true
    draw(text)
      .then((made) => isPresent && setDrawn(made))
      // The key is also shown as text.
      .catch(() => null)
    return () => {
      isPresent = false
    }
  }, [text])
  return (
    <div className={css.qr}>
      {drawn && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> is fetched, and the text is a secret
        <svg role="img" aria-label={label} viewBox={`0 0 ${drawn.size} ${drawn.size}`}>
          <path d={drawn.path} shapeRendering="crispEdges" />
        </svg>
      )}
    </div>
  )
}

interface Drawing {
  size: number
  path: string
}

async function draw(text: string): Promise<Drawing> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border })
  const squares = data.flatMap((line, y) => line.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
