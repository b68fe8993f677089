import { cardSet, invoiceList } from '@stationmaster/contract'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type Client, ClientState, useClientTypeLabel } from '../../../features/clients/client-columns.tsx'
import { ClientMenu } from '../../../features/clients/client-menu.tsx'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { useRecent } from '../../../lib/recent.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { MailLink, PhoneLink } from '../../../ui/data/contact-links.tsx'
import { MoreMenu } from '../../../ui/more-menu.tsx'
import { type Crumb, PageHead } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import css from '../station/station.module.css'

/** Name, number, state, type and contact of the client, and its actions. */
export function ClientHead({ client, crumbs }: { client: Client; crumbs: readonly Crumb[] }) {
  const t = useTexts('clients')
  useRecent({ classcode: 'client', id: client.id, label: client.name })
  const typeLabel = useClientTypeLabel()
  const mayAddCard = useMay()(cardSet, { id: null }) && client.statecode !== 'deleted'
  return (
    <PageHead
      title={client.name}
      crumbs={crumbs}
      heading={<bdi>{client.name}</bdi>}
      badge={
        <>
          <ClientState client={client} />
          <ToneChip tone="calm">{typeLabel(client.typecode)}</ToneChip>
        </>
      }
      facts={<Facts client={client} />}
      actions={
        <div className={css.actions}>
          {mayAddCard && (
            <LinkButton
              kind="primary"
              icon={<IconPlus size={16} />}
              to={addressOf('/crm/client', [client.id, 'cards'], { add: '1' })}
            >
              {t('addCard')}
            </LinkButton>
          )}
          <MoreMenu label={t('acts.label')} className={css.more}>
            <ClientMenu client={client} />
          </MoreMenu>
        </div>
      }
    />
  )
}

function Facts({ client }: { client: Client }) {
  const t = useTexts('clients')
  const format = useFormat()
  const mayRead = useMay()
  const { email, phone } = client
  return (
    <>
      <span>{t('number', { code: client.code })}</span>
      {email && (
        <span>
          <MailLink email={email} />
        </span>
      )}
      {phone && (
        <span>
          <PhoneLink phone={phone} />
        </span>
      )}
      {client.identity && <bdi>{client.identity}</bdi>}
      <span>{t('since', { date: format.date(client.created) })}</span>
      {mayRead(invoiceList) && (
        <span className={css.invoices}>
          <Link to={addressOf('/crm/invoice', [], { client: client.id })}>{t('invoices')}</Link>
        </span>
      )}
    </>
  )
}
