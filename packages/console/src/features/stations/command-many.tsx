import { stationList } from '@stationmaster/contract'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../lib/call.ts'
import { writeList } from '../../lib/long-list.ts'
import { addressOf } from '../../lib/screen.ts'
import { useStationName } from '../../lib/station-name.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { showFailure } from '../../ui/feedback/failed.ts'
import type { PagedList } from '../../ui/table/use-paged-list.ts'

/** Maximum number of stations in one run. */
const maxPerRun = 5000
/** From this number on only the count is shown; ids are always unique. */
const maxNamed = 50
/** Maximum number of values in a filter. */
const perFilter = 1000

/** The list of stations, as far as a run needs it. */
type ChosenStations = Pick<PagedList<never, never>, 'selection' | 'matching' | 'total'>

/** Leads to the commands with the selected stations: those of all pages, or all that match. */
export function CommandMany({ list }: { list: ChosenStations }) {
  const t = useTexts('stations')
  const navigate = useNavigate()
  const name = useStationName()
  const find = useMutation({
    mutationFn: () => chosenStations(list),
    onSuccess: (stations) =>
      void navigate(
        addressOf('/ocpp/command', [], {
          stations: writeList(stations.map(stations.length > maxNamed ? idOf : name)),
        }),
      ),
    onError: (failure) => showFailure(failure, t('ui.actionFailed')),
  })
  const { selection, total } = list
  // Rows that are left out are among those requested.
  const requested = selection.all ? (total ?? 0) : selection.ids.size
  const why = requested > maxPerRun ? t('tooMany', { count: maxPerRun }) : undefined
  return (
    <Button
      small
      icon={<IconSend size={14} />}
      loading={find.isPending}
      disabled={why !== undefined}
      title={why}
      aria-description={why}
      onClick={() => find.mutate()}
    >
      {t('sendCommand')}
    </Button>
  )
}

const idOf = ({ id }: { id: string }): string => id

async function chosenStations({ selection: { all, ids, except }, matching }: ChosenStations) {
  const chosen = [...ids]
  const questions: ChosenStations['matching'][] = all
    ? [matching]
    : Array.from({ length: Math.ceil(chosen.length / perFilter) }, (_, at) => ({
        filter: { id: chosen.slice(at * perFilter, (at + 1) * perFilter) },
      }))
  const answers = await Promise.all(
    questions.map((question) =>
      call(stationList, {
        ...question,
        fields: ['id', 'identity', 'accountcode'],
        orderby: ['identity'],
        reclimit: maxPerRun,
      }),
    ),
  )
  return answers.flat().filter(({ id }) => !except.has(id))
}
