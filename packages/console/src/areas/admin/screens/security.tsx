import { workflowClassList } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { ask } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { ClassSecurity } from '../security/class-security.tsx'

/** Rights by class: `/admin/workflow/security/{class}`. */
export default function Security() {
  const t = useTexts('security')
  const navigate = useNavigate()
  const { param1 } = useParams()
  const classes = useQuery(ask(workflowClassList, {}))
  const first = classes.data?.find(({ abstract }) => !abstract)?.code
  const code = param1 ?? first
  return (
    <Page>
      <PageHead title={t('title')} />
      {classes.error && <Failure error={classes.error} onRetry={() => void classes.refetch()} />}
      {classes.data && (
        <SelectField
          label={t('class.one')}
          maw={360}
          searchable
          allowDeselect={false}
          data={classes.data.map((one) => ({ value: one.code, label: `${one.name} (${one.code})` }))}
          value={code ?? null}
          onChange={(value) => value && void navigate(addressOf('/admin/workflow/security', [value]))}
        />
      )}
      {code && <ClassSecurity key={code} classCode={code} />}
    </Page>
  )
}
