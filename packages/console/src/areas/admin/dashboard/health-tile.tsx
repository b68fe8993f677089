import { IconAlertTriangle, IconCheck, IconChevronRight, IconExclamationCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../../lib/texts.ts'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import css from './dashboard.module.css'
import type { Level } from './judge-health.ts'

const looks = {
  good: { tone: 'good', Icon: IconCheck },
  attention: { tone: 'warn', Icon: IconAlertTriangle },
  bad: { tone: 'bad', Icon: IconExclamationCircle },
} as const

/** A level by colour, shape and text. */
export function LevelChip({ level, children }: { level: Level; children?: ReactNode }) {
  const t = useTexts('dashboard')
  const { tone, Icon } = looks[level]
  return (
    <ToneChip tone={tone} icon={<Icon size={12} stroke={2.5} />}>
      {children ?? t(`levels.${level}`)}
    </ToneChip>
  )
}

/** One figure of the server with its level; `to` links to the screen where it can be acted on. */
export function HealthTile({
  label,
  level,
  value,
  of,
  note,
  to,
}: {
  label: string
  level: Level
  value: string
  /** Rendered small behind the value: a unit, or the total. */
  of?: string
  note: ReactNode
  to: string
}) {
  return (
    <li className={css.tile} data-level={level}>
      <TileLink to={to}>
        {label}
        <IconChevronRight size={14} className={css.go} />
      </TileLink>
      <span className={css.value}>
        <bdi className="figure">{value}</bdi>
        {of && <small>{of}</small>}
      </span>
      <span className={css.note}>{note}</span>
      <LevelChip level={level} />
    </li>
  )
}

/** A fragment link is handled by the browser, which scrolls there. */
const TileLink = ({ to, children }: { to: string; children: ReactNode }) =>
  to.startsWith('#') ? (
    <a href={to} className={css.tileLink}>
      {children}
    </a>
  ) : (
    <Link to={to} className={css.tileLink}>
      {children}
    </Link>
  )
