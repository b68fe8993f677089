import { IconDownload } from '@tabler/icons-react'
import { useErrorText } from '../../lib/stored-error.tsx'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Notice } from '../feedback/notice.tsx'
import { Row } from '../page/page.tsx'
import { download } from '../table/download.ts'
import { PlainTable } from '../table/plain-table.tsx'
import { as } from '../table/table-roles.ts'
import { csvText } from './csv-text.ts'
import css from './checked-rows.module.css'
import type { CheckedFile } from './use-import.ts'

/** What a check found: the number of valid rows, the errors, and the first rows. */
export function CheckedRows({ file: { name, result } }: { file: CheckedFile }) {
  const t = useTexts('imports')
  const { rows, valid, errorcount, columns, scripts } = result
  const ignored = columns.filter(({ field }) => field === null).map(({ title }) => title)
  return (
    <>
      {errorcount === 0 ? (
        <Notice tone="good">{t('valid', { count: rows, name })}</Notice>
      ) : (
        <Notice tone="bad" alert>
          {t('invalid', { count: errorcount, valid, rows, name })}
        </Notice>
      )}
      {ignored.length > 0 && <p className="muted">{t('ignored', { columns: ignored.join(', ') })}</p>}
      {scripts && <p className="muted">{t('scripts')}</p>}
      {errorcount > 0 && <Errors name={name} result={result} />}
      <Preview result={result} />
    </>
  )
}

function Errors({ name, result: { errors, errorcount } }: Pick<CheckedFile, 'name' | 'result'>) {
  const t = useTexts('imports')
  const reasonOf = useErrorText()
  const titles = [t('line'), t('column'), t('value'), t('reason')]
  const lines = errors.map(({ line, column, value, code, message, params }) => [
    line === null ? '' : String(line),
    column ?? '',
    value ?? '',
    reasonOf(code, { defaultValue: message, ...params }),
  ])
  return (
    <section className={css.part}>
      <h3 className="group-label">{t('errors')}</h3>
      <PlainTable label={t('errors')} titles={titles} maxHeight={260}>
        <tbody {...as.rows}>
          {lines.map((cells, row) => (
            <tr key={row} {...as.row}>
              {cells.map((cell, at) => (
                <td key={at} {...as.cell}>
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {errorcount > errors.length && <p className="muted">{t('more', { count: errors.length })}</p>}
      <Row>
        <Button
          icon={<IconDownload size={16} />}
          onClick={() =>
            download(csvText([titles, ...lines]), `${name.replace(/\.\w+$/, '')}-${t('errors')}.csv`)
          }
        >
          {t('errorsFile')}
        </Button>
      </Row>
    </section>
  )
}

function Preview({ result: { columns, preview } }: Pick<CheckedFile, 'result'>) {
  const t = useTexts('imports')
  const shown = columns.flatMap(({ title, field }, at) => (field === null ? [] : [{ title, at }]))
  return (
    <section className={css.part}>
      <h3 className="group-label">{t('preview')}</h3>
      <PlainTable
        label={t('preview')}
        titles={[t('line'), ...shown.map(({ title }) => title)]}
        maxHeight={220}
      >
        <tbody {...as.rows}>
          {preview.map(({ line, cells }) => (
            <tr key={line} {...as.row}>
              <td {...as.cell}>{line}</td>
              {shown.map(({ at }) => (
                <td key={at} {...as.cell}>
                  <bdi>{cells[at]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </section>
  )
}
