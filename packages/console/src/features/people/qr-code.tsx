import { useQuery } from '@tanstack/react-query'
import css from './people.module.css'

/** Modules of quiet ground around the code; the standard asks for four. */
const border = 4

/** A text as a picture for cameras: dark on white in every theme. The encoder is loaded with the first one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const drawn = useQuery({
    queryKey: ['qr', text],
    queryFn: () => draw(text),
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <div className={css.qr}>
      {drawn.data && (
        // Drawn here, not fetched: the text is a secret.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <svg role="img" aria-label={label} viewBox={`0 0 ${drawn.data.size} ${drawn.data.size}`}>
          <path d={drawn.data.path} shapeRendering="crispEdges" />
        </svg>
      )}
    </div>
  )
}

async function draw(text: string): Promise<{ size: number; path: string }> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border })
  const squares = data.flatMap((line, y) => line.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
