import { IconChevronRight, IconFlag } from '@tabler/icons-react'
import { Link } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import css from './driver.module.css'

/** Links to the report of a problem at a place or in a session. */
export function ReportLink({ about }: { about: readonly [kind: 'place' | 'session', ...ids: string[]] }) {
  const t = useTexts('driver')
  return (
    <Link className={css.report} to={addressOf('/driver/report', [...about])}>
      <IconFlag size={22} aria-hidden="true" />
      {t('report')}
      <IconChevronRight size={20} aria-hidden="true" />
    </Link>
  )
}
