import {
  stationAction,
  stationDisconnect,
  stationService,
  stationStates,
  stationSet,
} from '@stationmaster/contract'
import {
  IconCircleCheck,
  IconCircleOff,
  IconLockOpen,
  IconPlugConnectedX,
  IconRefresh,
  IconRestore,
  IconThumbDown,
  IconThumbUp,
  IconTool,
  IconToolsOff,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useCommandRefusal } from '../../../features/stations/command-refusal.ts'
import { ResetDialog } from '../../../features/stations/reset-dialog.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { ServiceDialog } from '../../../features/stations/service-parts.ts'
import { UnlockDialog } from '../../../features/stations/unlock-dialog.tsx'
import { MethodItems } from '../../../ui/methods/method-items.tsx'
import { useMay } from '../../../lib/access.ts'
import { call } from '../../../lib/call.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { toast, toastUndo } from '../../../lib/toasts.ts'
import { Menu } from '../../../ui/menu.tsx'

const LabelItems = lazy(async () => ({ default: (await import('./label-items.tsx')).LabelItems }))

type Action = 'disable' | 'enable' | 'delete' | 'restore'

/** A dialog of the menu, shown by the screen: the menu is unmounted by then. */
export type StationDialog = 'reset' | 'unlock' | 'out' | 'in'

interface StationMenuProps {
  station: Station
  onOpen: (dialog: StationDialog) => void
}

/** The actions on a station: requests to it, approval, connection, and its methods. */
export function StationMenu({ station, onOpen }: StationMenuProps) {
  const t = useTexts('station')
  const { act, remove, approve, disconnect } = useStationActions(station)
  const may = useMay()
  const { id } = station
  const refusal = useCommandRefusal(station)
  const isOut = station.outofservicesince !== null
  // by a user, or at its last boot by the policy of the account
  const isAccepted =
    station.approval === 'accepted' || (station.approval === 'policy' && station.bootstatus === 'Accepted')
  const mayApprove = station.statecode !== 'deleted' && may(stationSet, { id })
  return (
    <>
      <Menu.Item
        leftSection={<IconRefresh size={16} />}
        disabled={refusal !== undefined}
        onClick={() => onOpen('reset')}
      >
        {t('acts.reset')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconLockOpen size={16} />}
        disabled={refusal !== undefined || station.connectors.length === 0}
        onClick={() => onOpen('unlock')}
      >
        {t('acts.unlockMore')}
      </Menu.Item>
      {refusal !== undefined && <Menu.Label>{refusal}</Menu.Label>}
      {station.connected && may(stationDisconnect, { id }) && (
        <Menu.Item leftSection={<IconPlugConnectedX size={16} />} onClick={disconnect}>
          {t('menu.disconnect')}
        </Menu.Item>
      )}
      {station.statecode !== 'deleted' && may(stationService, { id }) && (
        <Menu.Item
          leftSection={isOut ? <IconTool size={16} /> : <IconToolsOff size={16} />}
          onClick={() => onOpen(isOut ? 'in' : 'out')}
        >
          {t(`service.menu.${isOut ? 'Operative' : 'Inoperative'}`)}
        </Menu.Item>
      )}
      {!isAccepted && mayApprove && (
        <Menu.Item leftSection={<IconThumbUp size={16} />} onClick={() => approve('accepted')}>
          {t('menu.approve')}
        </Menu.Item>
      )}
      {station.approval !== 'rejected' && mayApprove && (
        <Menu.Item leftSection={<IconThumbDown size={16} />} onClick={() => approve('rejected')}>
          {t('menu.reject')}
        </Menu.Item>
      )}
      {station.typecode === 'public' && station.statecode !== 'deleted' && (
        <Suspense fallback={null}>
          <LabelItems station={station} />
        </Suspense>
      )}
      {!may(stationSet, { id }) && <Menu.Label>{t('ui.readOnly')}</Menu.Label>}
      <Menu.Divider />
      <MethodItems
        classCode="charge_point"
        object={station}
        subject="Stations"
        items={{
          disable: {
            label: t('menu.disable'),
            icon: <IconCircleOff size={16} />,
            run: () => void act('disable'),
          },
          enable: {
            label: t('menu.enable'),
            icon: <IconCircleCheck size={16} />,
            run: () => void act('enable'),
          },
          restore: {
            label: t('menu.restore'),
            icon: <IconRestore size={16} />,
            run: () => void act('restore'),
          },
          delete: {
            label: t('ui.delete'),
            icon: <IconTrash size={16} />,
            color: 'red',
            run: () => void remove(),
          },
        }}
      />
    </>
  )
}

/** The open dialog of a station's menu. */
export function StationDialogs({
  station,
  dialog,
  onClose,
}: {
  station: Station
  dialog: StationDialog
  onClose: () => void
}) {
  if (dialog === 'out' || dialog === 'in')
    return (
      <Suspense>
        <ServiceDialog station={station} to={dialog} onClose={onClose} />
      </Suspense>
    )
  const Opened = dialog === 'reset' ? ResetDialog : UnlockDialog
  return <Opened station={station} onClose={onClose} />
}

const isBuiltIn = (state: string): boolean => stationStates.some((known) => known === state)
const opposite = { disable: 'enable', enable: 'disable', restore: 'delete', delete: 'restore' } as const

interface PendingAction {
  perform: () => Promise<unknown>
  onDone?: () => void
}

const setApproval = (id: string, approval: Station['approval']) => call(stationSet, { id, approval })

/** Returns the actions on a station; each is confirmed by a toast and can be undone where possible. */
export function useStationActions(station: Station) {
  const t = useTexts('station')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id, identity } = station
  // The mutation shows the toast, because the menu that started it is closed by then.
  const run = useMutation({
    mutationFn: ({ perform }: PendingAction) => perform(),
    onSuccess: (_, { onDone }) => onDone?.(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['Stations'] }),
    onError: (failure) => showFailure(failure, t('ui.actionFailed')),
  })
  const doAction = (action: Action) => () => call(stationAction, { id, action })
  const running = station.connectors.filter(({ transactionid }) => transactionid !== null).length
  const undoable = (action: Action, after?: () => void): void =>
    run.mutate({
      perform: doAction(action),
      onDone: () => {
        const done = t(`menu.done.${action}`, { identity })
        // the opposite does not return to a state that an administrator added
        if (isBuiltIn(station.statecode))
          toastUndo(done, () => run.mutate({ perform: doAction(opposite[action]) }))
        else toast(done)
        after?.()
      },
    })
  const confirmAct = (title: string, action: string, lead: string): Promise<boolean> =>
    confirm({
      title,
      action,
      lead: running > 0 ? `${t('menu.running', { count: running })} ${lead}` : lead,
    })
  return {
    act: async (action: Exclude<Action, 'delete'>) => {
      const asks = action === 'disable' && running > 0
      const title = t('menu.disableTitle', { identity })
      if (!asks || (await confirmAct(title, t('menu.disable'), t('menu.disableLead')))) undoable(action)
    },
    remove: async () => {
      const title = t('ui.confirmDeletion')
      if (await confirmAct(title, t('ui.delete'), t('menu.deleteLead', { identity })))
        undoable('delete', () => void navigate(addressOf('/crm/stations')))
    },
    approve: (approval: Station['approval']) => {
      const before = station.approval
      run.mutate({
        perform: () => setApproval(id, approval),
        onDone: () =>
          toastUndo(t(`approval.done.${approval}`, { identity }), () =>
            run.mutate({ perform: () => setApproval(id, before) }),
          ),
      })
    },
    disconnect: () =>
      run.mutate({
        perform: () => call(stationDisconnect, { id }),
        onDone: () => toast(t('menu.disconnected', { identity })),
      }),
  }
}
