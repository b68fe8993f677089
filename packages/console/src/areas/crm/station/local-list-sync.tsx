import { type AnswerOf, automaticModes, localListGet, localListSet } from '@stationmaster/contract'
import { LocalListState } from '../../../features/stations/local-list-state.tsx'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Row, Stack } from '../../../ui/page/page.tsx'
import { Ago } from '../../../ui/time/moment.tsx'

type List = AnswerOf<typeof localListGet>
type Sync = List['sync']

/** Setting and state of the list that is generated from cards and access rules. */
export function LocalListSync({ list: { stationid: id, sync } }: { list: List }) {
  const t = useTexts('local-lists')
  const may = useMay()(localListSet, { id })
  const set = useChange(localListSet, { done: (_, body) => t(body.automatic ? 'saved' : 'requested') })
  return (
    <Stack>
      {set.error && <Failure small error={set.error} title={t('ui.changeFailed')} />}
      <Row>
        <SelectField
          label={t('automatic')}
          description={t('automaticHint')}
          allowDeselect={false}
          disabled={!may || set.isPending}
          data={automaticModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
          value={sync.automatic}
          onChange={(value) => {
            const automatic = automaticModes.find((one) => one === value)
            if (automatic) set.mutate({ id, automatic })
          }}
        />
      </Row>
      {sync.state !== null && <State sync={sync} />}
      {sync.state !== null && sync.state !== 'current' && may && (
        <Row>
          <Button small loading={set.isPending} onClick={() => set.mutate({ id })}>
            {t('sendNow')}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

function State({ sync }: { sync: Sync }) {
  const t = useTexts('local-lists')
  const format = useFormat()
  const ofErrors = useTexts('errors')
  // each code of the server has a text
  const error = sync.error && ofErrors(sync.error.code as 'ui.failed', sync.error.params ?? {})
  const version = (number: number | null, at: string | null) =>
    number !== null && at !== null
      ? [
          <span key={number}>
            {format.number(number)} · <Ago at={at} />
          </span>,
        ]
      : null
  return (
    <>
      {error && (
        <Notice tone="bad">
          {error}{' '}
          {sync.nextattempt !== null && (
            <>
              {t('nextAttempt')} <Ago at={sync.nextattempt} />
            </>
          )}
        </Notice>
      )}
      <KeyValues
        wide
        rows={[
          [t('state'), <LocalListState key="state" state={sync.state!} />],
          sync.outdatedsince !== null && [t('outdatedSince'), <Ago key="outdated" at={sync.outdatedsince} />],
          [t('sent'), version(sync.versionsent, sync.sent)],
          [t('confirmed'), version(sync.versionconfirmed, sync.confirmed)],
          sync.entries !== null && [t('entries'), format.number(sync.entries)],
          Boolean(sync.omitted) && [t('omitted'), format.number(sync.omitted!)],
        ]}
      />
    </>
  )
}
