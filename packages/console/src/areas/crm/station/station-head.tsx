import { commandSend } from '@stationmaster/contract'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommandRefusal } from '../../../features/stations/command-refusal.ts'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { addPaletteSource, requestedDialog } from '../../../lib/palette.ts'
import { useRecent } from '../../../lib/recent.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStore } from '../../../lib/store.ts'
import { otherAccount, useOwnAccount, useStationName } from '../../../lib/station-name.ts'
import { useCustomLabels, useTexts } from '../../../lib/texts.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { CopyButton } from '../../../ui/data/copy.tsx'
import { MoreMenu } from '../../../ui/more-menu.tsx'
import { type Crumb, PageHead } from '../../../ui/page/page.tsx'
import { StateChip, ToneChip } from '../../../ui/state/state-chip.tsx'
import { useStateLabel } from '../../../ui/state/use-state-label.ts'
import { LabelledAgo } from '../../../ui/time/moment.tsx'
import css from './station.module.css'
import { type StationDialog, StationDialogs, StationMenu } from './station-menu.tsx'
import { stationSections } from './station-sections.ts'

/** Identity and state of the station, and the actions that are available in every section. */
export function StationHead({ station, crumbs }: { station: Station; crumbs: readonly Crumb[] }) {
  const t = useTexts('station')
  const word = useStateLabel()
  const [openDialog, setOpenDialog] = useState<StationDialog | null>(null)
  const close = (): void => setOpenDialog(null)
  usePalette(station, setOpenDialog)
  useRequestedDialog(station, setOpenDialog)
  useRecent({ classcode: 'charge_point', id: station.id, label: station.label ?? station.identity })
  return (
    <>
      <PageHead
        title={station.identity}
        crumbs={crumbs}
        heading={
          <span className={css.identity}>
            <bdi>{station.identity}</bdi>
            <CopyButton
              small
              value={station.identity}
              label={t('ui.copyValue', { value: station.identity })}
            />
          </span>
        }
        badge={<Badges station={station} />}
        facts={<Facts station={station} />}
        actions={<Actions station={station} onOpen={setOpenDialog} />}
      />
      {openDialog && <StationDialogs station={station} dialog={openDialog} onClose={close} />}
      <p className="hidden-text" aria-live="polite">
        {t(station.connected ? 'isOnline' : 'isOffline', { identity: station.identity })}
        {station.connected && `, ${word(station.displaystate)}`}
      </p>
    </>
  )
}

function Badges({ station }: { station: Station }) {
  const t = useTexts('station')
  const customLabels = useCustomLabels('type')
  return (
    <>
      <StateChip state={station.displaystate} />
      {station.typecode !== 'public' && (
        <ToneChip tone="calm">
          {customLabels('charge_point', station.typecode) ??
            (station.typecode === 'private' ? t('about.types.private') : station.typename)}
        </ToneChip>
      )}
      {station.tags.map((tag) => (
        <ToneChip key={tag} tone="calm">
          <bdi>{tag}</bdi>
        </ToneChip>
      ))}
      {station.demo && <ToneChip tone="calm">{t('demo')}</ToneChip>}
    </>
  )
}

function Facts({ station }: { station: Station }) {
  const t = useTexts('station')
  const account = otherAccount(station, useOwnAccount())
  const words = [
    account && t('ui.ofAccount', { code: account }),
    station.label,
    [station.vendorname, station.modelname].filter(Boolean).join(' ') || null,
    station.version && `OCPP ${station.version}`,
    station.firmware && t('firmware', { version: station.firmware }),
  ].filter((word) => word !== null && word !== '')
  return (
    <>
      {words.map((word) => (
        <span key={word}>{word}</span>
      ))}
      <span>
        {station.connected ? (
          <LabelledAgo label={t('connectedAt')} at={station.connectionupdate} />
        ) : station.lastseen ? (
          <LabelledAgo label={t('lastSeen')} at={station.lastseen} />
        ) : (
          t('neverSeen')
        )}
      </span>
    </>
  )
}

function Actions({ station, onOpen }: { station: Station; onOpen: (dialog: StationDialog) => void }) {
  const t = useTexts('station')
  const name = useStationName()
  const maySend = useMay()(commandSend)
  const refusal = useCommandRefusal(station)
  return (
    <div className={css.actions}>
      {maySend && (
        <>
          <LinkButton
            kind="primary"
            icon={<IconSend size={16} />}
            to={addressOf('/ocpp/command', [name(station)])}
          >
            {t('acts.command')}
          </LinkButton>
          <Button
            icon={<IconRefresh size={16} />}
            disabled={refusal !== undefined}
            title={refusal}
            onClick={() => onOpen('reset')}
          >
            {t('acts.reset')}
          </Button>
        </>
      )}
      <MoreMenu label={t('menu.label')} className={css.more}>
        <StationMenu station={station} onOpen={onOpen} />
      </MoreMenu>
    </div>
  )
}

/** Opens the dialog of an action that was chosen in the palette, if the menu offers the action. */
function useRequestedDialog(station: Station, onOpen: (dialog: StationDialog) => void): void {
  const requested = useStore(requestedDialog)
  const maySend = useMay()(commandSend)
  const { id, unreachable, connectors } = station
  useEffect(() => {
    if (requested?.stationId !== id) return
    requestedDialog.set(null)
    const isOffered = requested.dialog === 'reset' || connectors.length > 0
    if (maySend && unreachable === null && isOffered) onOpen(requested.dialog)
  }, [requested, id, unreachable, connectors, maySend, onOpen])
}

/** Commands of the palette apply to this station while its page is open. */
function usePalette(station: Station, onOpen: (dialog: StationDialog) => void): void {
  const t = useTexts('station')
  const navigate = useNavigate()
  const { identity } = station
  const name = useStationName()(station)
  const maySend = useMay()(commandSend)
  const canSend = maySend && station.unreachable === null
  useEffect(() => {
    const entries = [
      ...(canSend
        ? (['reset', 'unlock'] as const).map((id) => ({
            id: `station-${id}`,
            label: t(`acts.${id}`),
            hint: identity,
            run: () => onOpen(id),
          }))
        : []),
      ...(maySend
        ? [
            {
              id: 'station-command',
              label: t('acts.command'),
              hint: identity,
              run: () => void navigate(addressOf('/ocpp/command', [name])),
            },
          ]
        : []),
      ...stationSections.map((id) => ({
        id: `station-${id}`,
        label: t(`sections.${id}`),
        hint: identity,
        run: () => void navigate(addressOf('/crm/station', [name, id])),
      })),
    ]
    return addPaletteSource({
      id: 'station',
      heading: 'shell:palette.actions',
      find: (text) => {
        const searchText = text.trim().toLocaleLowerCase()
        return entries.filter(({ label }) => label.toLocaleLowerCase().includes(searchText))
      },
    })
  }, [t, navigate, identity, name, maySend, canSend, onOpen])
}
