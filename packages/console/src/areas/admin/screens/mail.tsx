import { mailCount, mailList, mailStates } from '@stationmaster/contract'
import { IconMail } from '@tabler/icons-react'
import { listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../../ui/form/fields.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListMenus, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useColumns } from '../../../ui/table/use-columns.ts'
import { type Mail, mailColumns } from '../mail/mail-columns.tsx'
import { MailDialog } from '../mail/mail-dialog.tsx'

const states = ['all', ...mailStates] as const
const where = { ...listParameters, state: oneOf(states), mail: text() }
const rowId = (mail: Mail) => mail.id
const rowName = (mail: Mail) => mail.recipient
/** The outbox: emails that wait, were sent, or failed. */
export default function Outbox() {
  const t = useTexts('admin')
  const [at, go] = useAddress(where)
  const [columns, chooseColumns] = useColumns('mail', at.cols, (cols) => go({ cols }))
  const mails = useList({
    list: mailList,
    count: mailCount,
    at,
    filter: at.state === 'all' ? {} : { state: at.state },
    search: textSearch(at.q, ['recipient', 'subject']),
    order: ['created DESC'],
    hints: ['mail.changed'],
  })
  return (
    <Page fill>
      <PageHead
        title={t('mail.title')}
        facts={mails.total !== null && t('mail.count', { count: mails.total })}
        actions={
          <LinkButton to={addressOf('/admin/resource', [], { path: 'mail' })}>{t('mail.texts')}</LinkButton>
        }
      />
      <ListPanel
        list={mails}
        paging={pagingOf(at, go, mails.total)}
        filters={[...(at.q ? [at.q] : []), ...(at.state === 'all' ? [] : [t(`mail.states.${at.state}`)])]}
        onClear={() => go({ q: '', state: 'all', page: 1 })}
        toolbar={
          <ListToolbar
            filter={
              <FilterField value={at.q} placeholder={t('mail.filter')} onChange={(q) => go({ q, page: 1 })} />
            }
            chips={
              <SegmentedControl
                aria-label={t('mail.state')}
                value={at.state}
                onChange={(state) => go({ state: where.state.read(state), page: 1 })}
                data={states.map((value) => ({
                  value,
                  label: value === 'all' ? t('all') : t(`mail.states.${value}`),
                }))}
              />
            }
            end={
              <>
                <ListMenus list="mail" columns={mailColumns} chosen={columns} onChange={chooseColumns} />
                <CsvButton csv={mails.csv} name="mail" />
              </>
            }
          />
        }
        empty={
          <Empty
            icon={<IconMail size={28} stroke={1.5} />}
            title={t('mail.empty')}
            lead={t('mail.emptyLead')}
          />
        }
      >
        <DataTable
          label={t('mail.title')}
          columns={mailColumns}
          chosen={columns}
          rows={mails.rows}
          rowId={rowId}
          rowName={rowName}
          onOpen={(mail) => go({ mail: mail.id }, { push: true })}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
        />
      </ListPanel>
      {at.mail && <MailDialog id={at.mail} onClose={() => go({ mail: '' })} />}
    </Page>
  )
}
