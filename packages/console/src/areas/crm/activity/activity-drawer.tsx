import { activityGet } from '@stationmaster/contract'
import { lazy, Suspense } from 'react'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { IconButton, LinkButton } from '../../../ui/buttons.tsx'
import { Identity } from '../../../ui/data/copy.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import css from './activity.module.css'
import { ActivityFrames } from './activity-frames.tsx'
import { activityLooks } from './activity-look.ts'
import type { Activity } from './use-activity.ts'
import { useActivityWords } from './use-activity-words.ts'

const RefusedByRule = lazy(async () => ({
  default: (await import('../../../lib/refused-by-rule.tsx')).RefusedByRule,
}))

interface ActivityDrawerProps {
  id: string
  rows: readonly Activity[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** One event: its sentence, links, facts, and the messages that belong to it. */
export function ActivityDrawer({ id, rows, onOpen, onClose }: ActivityDrawerProps) {
  const t = useTexts('activity')
  const found = useEndpoint(activityGet, { id })
  const index = rows.findIndex((row) => row.id === id)
  const known = index < 0 ? undefined : rows[index]
  const event = found.data ?? known
  const before = rows[index - 1]
  const after = index < 0 ? undefined : rows[index + 1]
  const step = (to: Activity | undefined, up: boolean) => (
    <IconButton small label={t(up ? 'previous' : 'next')} disabled={!to} onClick={() => to && onOpen(to.id)}>
      {up ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
    </IconButton>
  )
  const title = (
    <span className={css.steps}>
      {step(before, true)}
      {step(after, false)}
      {index >= 0 ? t('position', { at: index + 1, total: rows.length }) : t('title')}
    </span>
  )
  return (
    <Drawer wide title={title} onClose={onClose}>
      <Stack gap={4}>
        {event ? (
          <Described event={event} />
        ) : (
          <ObjectNotFound
            query={found}
            title={t('gone')}
            lead=""
            to={addressOf('/crm/activity')}
            link={t('title')}
          />
        )}
        {found.data && (
          <ActivityFrames frames={found.data.frames} days={found.data.framedays} at={found.data.datetime} />
        )}
      </Stack>
    </Drawer>
  )
}

function Described({ event }: { event: Activity }) {
  const t = useTexts('activity')
  const { sentence, note, end } = useActivityWords()(event)
  const { tone = 'calm' } = activityLooks[event.kind]
  return (
    <>
      <p className={css.what}>
        <ToneChip tone={tone}>{t(`kinds.${event.kind}`)}</ToneChip>
        <Moment at={event.datetime} seconds />
      </p>
      <h3 className={css.sentence}>{sentence}</h3>
      {(note || end) && <p className="muted">{[note, end].filter(Boolean).join(' · ')}</p>}
      <p className={css.links}>
        {event.stationid && (
          <LinkButton small kind="primary" to={addressOf('/crm/station', [event.stationid])}>
            {t('facts.station')}
          </LinkButton>
        )}
        {event.transactionid !== null && (
          <LinkButton small to={addressOf('/crm/transactions', [], { tx: String(event.transactionid) })}>
            {t('facts.session')}
          </LinkButton>
        )}
        {event.cardid && (
          <LinkButton small to={addressOf('/crm/card', [event.cardid])}>
            {t('facts.card')}
          </LinkButton>
        )}
      </p>
      <Facts event={event} />
    </>
  )
}

function Facts({ event }: { event: Activity }) {
  const t = useTexts('activity')
  const { details } = event
  const given = (name: string, label: string): [string, string] | false => {
    const value = details[name]
    return value !== undefined && value !== null && value !== '' && [label, String(value)]
  }
  return (
    <KeyValues
      rows={[
        event.identity !== null && [
          t('facts.station'),
          <Identity key="station" value={event.identity} copy />,
        ],
        !!event.connectorid && [t('facts.connector'), event.connectorid],
        event.transactionid !== null && [t('facts.session'), event.transactionid],
        (event.idtag ?? event.cardname) !== null && [
          t('facts.card'),
          <bdi key="card">{[event.cardname, event.idtag].filter(Boolean).join(' · ')}</bdi>,
        ],
        event.username !== null && [t('facts.user'), <bdi key="user">{event.username}</bdi>],
        event.reported !== null && [
          t('facts.reported'),
          <Moment key="reported" at={event.reported} seconds />,
        ],
        given('errorcode', t('facts.error')),
        given('vendorerrorcode', t('facts.vendorError')),
        given('info', t('facts.info')),
        given('address', t('facts.address')),
        given('firmware', t('facts.firmware')),
        given('reason', t('facts.reason')),
        given('action', t('facts.action')),
        given('status', t('facts.status')),
        given('result', t('facts.result')),
        typeof details['rule'] === 'string' && [
          t('facts.rule'),
          <Suspense key="rule">
            <RefusedByRule id={details['rule']} />
          </Suspense>,
        ],
        given('key', t('facts.key')),
      ]}
    />
  )
}
