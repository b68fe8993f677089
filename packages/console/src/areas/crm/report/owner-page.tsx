import { type AnswerOf, ownerBankSet, ownerStatementGet, ownerStatementPay } from '@stationmaster/contract'
import { IconBuildingBank, IconCheck, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { pageConfig } from '../../../lib/page-config.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { csvText } from '../../../ui/import/csv-text.ts'
import { Figure, Figures } from '../../../ui/page/figures.tsx'
import { Card, Page, PageHead, Stack, useHeadingFocus } from '../../../ui/page/page.tsx'
import { download } from '../../../ui/table/download.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { StatementState } from './owner-columns.tsx'
import { periodName } from './report-days.ts'
import css from './report.module.css'

type Statement = AnswerOf<typeof ownerStatementGet>
const hints = ['charge.changed'] as const

/** One statement of an owner of stations: `/crm/report/owners/{id}`. */
export default function OwnerPage({ id }: { id: string }) {
  const t = useTexts('owners')
  const found = useEndpoint(ownerStatementGet, { id }, { hints })
  useHeadingFocus(id)
  if (found.data) return <Shown statement={found.data} />
  return (
    <Page>
      <PageHead
        title={t('title')}
        crumbs={[{ label: t('title'), to: addressOf('/crm/report', ['owners']) }]}
      />
      <ObjectNotFound
        query={found}
        title={t('notFound')}
        lead={t('notFoundLead')}
        to={addressOf('/crm/report', ['owners'])}
        link={t('toStatements')}
      />
    </Page>
  )
}

function Shown({ statement }: { statement: Statement }) {
  const t = useTexts('owners')
  const format = useFormat()
  const { id, code, month, ownername, currency, statecode, iban, holder, paid, share, demo } = statement
  const mayPay = useMay()(ownerStatementPay, { id })
  const [isEditing, setEditing] = useState(false)
  const pay = useChange(ownerStatementPay)
  const money = (amount: string) => format.money(amount, currency)
  const ask = async () => {
    const lead = t('payLead', { amount: money(share), iban: iban ?? '' })
    if (await confirm({ title: t('payTitle'), lead, action: t('pay'), danger: false }))
      pay.mutate({ id }, { onError: (failure) => showFailure(failure, t('ui.saveFailed')) })
  }
  return (
    <Page>
      <PageHead
        title={ownername}
        crumbs={[{ label: t('title'), to: addressOf('/crm/report', ['owners']) }]}
        badge={<StatementState code={statecode} />}
        facts={
          <>
            <span>{periodName(month, 'month', format.tag)}</span>
            <span className="mono">{code}</span>
          </>
        }
        actions={
          <>
            <Button icon={<IconPrinter size={16} />} onClick={() => window.print()}>
              {t('print')}
            </Button>
            {mayPay && statecode === 'open' && !demo && (
              <>
                <Button icon={<IconBuildingBank size={16} />} onClick={() => setEditing(true)}>
                  {t('bank')}
                </Button>
                <Button
                  kind="primary"
                  icon={<IconCheck size={16} />}
                  disabled={iban === null}
                  title={iban === null ? t('bankFirst') : undefined}
                  loading={pay.isPending}
                  onClick={() => void ask()}
                >
                  {t('pay')}
                </Button>
              </>
            )}
          </>
        }
      />
      <Stack>
        {demo && <Notice tone="calm">{t('demoNote')}</Notice>}
        <Figures>
          <Figure label={t('columns.net')} value={money(statement.net)} />
          <Figure label={t('columns.commission')} value={money(statement.commission)} />
          <Figure label={t('columns.share')} value={money(share)} />
          <Figure label={t('energy')} value={format.energyQuantity(statement.energy)} />
          <Figure label={t('sessions')} value={format.number(statement.sessions)} />
        </Figures>
        <Card title={t('payment')}>
          <KeyValues
            rows={[
              [t('columns.iban'), iban ?? '–'],
              [t('columns.holder'), holder ?? '–'],
              [t('columns.reference'), code],
              paid !== null && [t('states.paid'), format.dateTime(paid)],
              [t('document'), <Files key="document" files={statement.documents} />],
            ]}
          />
        </Card>
        <Lines statement={statement} />
      </Stack>
      {isEditing && <BankDialog statement={statement} onClose={() => setEditing(false)} />}
    </Page>
  )
}

function Files({ files }: { files: Statement['documents'] }) {
  const t = useTexts('owners')
  const format = useFormat()
  if (files.length === 0) return <span className="muted">{t('documentLater')}</span>
  return files.map(({ id, name, size, url }) => (
    <span key={id}>
      <a href={pageConfig().apiDomain + url} download={name} rel="noreferrer">
        PDF
      </a>{' '}
      <span className="muted">{format.bytes(size)}</span>
    </span>
  ))
}

function Lines({ statement: { lines, currency, code, ...total } }: { statement: Statement }) {
  const t = useTexts('owners')
  const format = useFormat()
  const titles = [
    t('station'),
    t('site'),
    t('sessions'),
    t('energy'),
    t('columns.net'),
    t('columns.commission'),
    t('columns.share'),
  ]
  const cells = (of: Pick<Statement, 'sessions' | 'energy' | 'net' | 'commission' | 'share'>) => (
    <>
      <td>{format.number(of.sessions)}</td>
      <td>{format.energy(of.energy)}</td>
      <td>{format.money(of.net, currency)}</td>
      <td>{format.money(of.commission, currency)}</td>
      <td>
        <b>{format.money(of.share, currency)}</b>
      </td>
    </>
  )
  const save = () => {
    const rows = lines.map((line) => [
      line.identity ?? '',
      line.sitename ?? '',
      line.sessions,
      line.energy / 1000,
      line.net,
      line.commission,
      line.share,
    ])
    const head = titles.map((title, at) =>
      at === 3 ? `${title} (kWh)` : at > 3 ? `${title} (${currency})` : title,
    )
    download(csvText([head, ...rows]), `${code}.csv`)
  }
  return (
    <Card
      title={t('lines')}
      pad={false}
      actions={
        <span data-screen-only>
          <Button small icon={<IconDownload size={14} />} onClick={save}>
            {t('csv')}
          </Button>
        </span>
      }
    >
      <PlainTable wide numbers label={t('lines')} titles={titles} className={`${css.table} ${css.stations}`}>
        <tbody>
          {lines.map((line) => (
            <tr key={line.stationid}>
              <th scope="row" className="mono">
                {line.identity ?? '–'}
              </th>
              <td>
                <bdi>{line.sitename ?? '–'}</bdi>
              </td>
              {cells(line)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('total')}
            </th>
            {cells(total)}
          </tr>
        </tfoot>
      </PlainTable>
    </Card>
  )
}

function BankDialog({
  statement: { ownerid, iban, holder, ownername },
  onClose,
}: {
  statement: Statement
  onClose: () => void
}) {
  const t = useTexts('owners')
  const form = useForm({ initialValues: { iban: iban ?? '', holder: holder ?? ownername.slice(0, 70) } })
  const save = useChange(ownerBankSet, { form, onSaved: onClose })
  return (
    <FormDialog
      title={t('bank')}
      save={save}
      onClose={onClose}
      onSubmit={submit(form, (values) => save.mutate({ owner: ownerid, ...values }))}
    >
      <TextField label={t('columns.iban')} required maxLength={50} {...form.getInputProps('iban')} />
      <TextField label={t('columns.holder')} required maxLength={70} {...form.getInputProps('holder')} />
    </FormDialog>
  )
}
