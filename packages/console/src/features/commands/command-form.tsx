import { commandSend } from '@stationmaster/contract'
import { type CommandForm16, loadCommandForm16 } from '@stationmaster/ocpp/v16'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../lib/access.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Unloaded } from '../../ui/feedback/feedback.tsx'
import { Card } from '../../ui/page/page.tsx'
import { RequestPreview } from '../../ui/schema-form/request-preview.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import type { JsonObject } from '../../ui/schema-form/schema.ts'
import { useSchemaForm } from '../../ui/schema-form/use-schema-form.ts'
import type { CommandName } from './command-list.tsx'
import css from './commands.module.css'
import { SaveProfile, TakeProfile } from './stored-profiles.tsx'
import { useFieldOffers } from './queries.ts'
import { ValidCards } from './valid-cards.tsx'

/** Fields that may stay empty: the server assigns numbers of reservations and requests, and addresses for uploads to it. */
const filledIn: Partial<Record<CommandName, readonly string[]>> = {
  ReserveNow: ['/reservationId'],
  GetDiagnostics: ['/location'],
  GetLog: ['/requestId', '/log/remoteLocation'],
  SignedUpdateFirmware: ['/requestId'],
}

export interface CommandFormProps {
  action: CommandName
  /** The selected station, for suggestions and limits; null if none or several are selected. */
  station: { id: string; identity: string } | null
  stations: number
  initial?: JsonObject
  pending: boolean
  onSend: (payload: JsonObject) => void
  /** Places form and request according to the layout of the page. */
  children: (parts: { form: React.ReactNode; request: React.ReactNode }) => React.ReactNode
}

/** Form of one command; its schema is loaded when the command is selected. Pass the command as `key`. */
export function CommandForm(props: CommandFormProps) {
  const source = useQuery({
    queryKey: ['command form', props.action],
    queryFn: () => loadCommandForm16(props.action),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!source.data) return props.children({ form: <Unloaded query={source} rows={4} />, request: null })
  return <LoadedForm {...props} source={source.data} />
}

function LoadedForm({
  action,
  station,
  stations,
  initial,
  pending,
  onSend,
  children,
  source,
}: CommandFormProps & { source: CommandForm16 }) {
  const t = useTexts('ocpp')
  const offers = useFieldOffers(station)
  const maySend = useMay()(commandSend)
  const form = useSchemaForm({ source, initial, filledIn: filledIn[action] })
  return children({
    form: (
      <>
        {action === 'SendLocalList' && station && (
          <ValidCards key={station.id} form={form} station={station} />
        )}
        <TakeProfile action={action} form={form} profiles={offers.profiles} />
        <SchemaForm
          form={form}
          action={action}
          onSubmit={onSend}
          suggestions={offers.suggestions}
          limits={offers.limits}
          onSearch={(meaning, text) => meaning === 'card' && offers.searchCards(text)}
        >
          <Button
            type="submit"
            kind="primary"
            icon={<IconSend size={16} />}
            loading={pending}
            disabled={!maySend}
          >
            {stations > 1 ? t('command.submitMany', { count: stations }) : t('command.submit')}
          </Button>
          <SaveProfile action={action} form={form} />
          {!maySend && <span className="muted">{t('ui.readOnly')}</span>}
        </SchemaForm>
      </>
    ),
    request: (
      <Card title={t('command.request')} pad={false}>
        <div className={css.hint}>
          <RequestPreview action={action} schema={source.schema} value={form.value} maxHeight={260} />
        </div>
      </Card>
    ),
  })
}
