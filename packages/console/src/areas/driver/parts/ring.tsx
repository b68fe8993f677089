import type { ReactNode } from 'react'
import css from './driver.module.css'

const radius = 100
const around = 2 * Math.PI * radius

/** A ring that is filled by a share of 0 to 1, in the colour of a state of connectors. */
export const Ring = ({
  share,
  state = 'charging',
  isLost = false,
  children,
}: {
  share: number
  /** The values are of earlier, because there is no connection. */
  isLost?: boolean
  state?: 'charging' | 'reserved'
  children: ReactNode
}) => (
  <div className={css.ring} data-state={state} data-lost={isLost || undefined}>
    <svg viewBox="0 0 220 220" aria-hidden="true">
      <circle cx="110" cy="110" r={radius} />
      <circle
        cx="110"
        cy="110"
        r={radius}
        strokeDasharray={`${Math.min(Math.max(share, 0), 1) * around} ${around}`}
        transform="rotate(-90 110 110)"
      />
    </svg>
    <div>{children}</div>
  </div>
)
