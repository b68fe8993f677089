import { workflowClassGet } from '@stationmaster/contract'
import { useMemo } from 'react'
import { useBuiltInWords } from '../../../features/workflow/built-in-words.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { LeaveGuard } from '../../../ui/feedback/leaving.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { ClassRules } from './class-rules.tsx'
import { ExplainAccess } from './explain-access.tsx'
import { MethodRules } from './method-rules.tsx'
import { ObjectRules } from './object-rules.tsx'

/** Rights on objects of a class and its methods, with explanations; needs `security` and `workflow-words`. */
export function ClassSecurity({ classCode }: { classCode: string }) {
  const found = useEndpoint(workflowClassGet, { id: classCode })
  const words = useBuiltInWords()
  const model = useMemo(() => found.data && words.ofModel(found.data), [found.data, words])
  if (!model) return <Unloaded query={found} rows={8} />
  return (
    <Stack key={classCode} gap={4}>
      <LeaveGuard />
      <ClassRules classCode={classCode} />
      <MethodRules model={model} />
      {!model.class.abstract && <ObjectRules classCode={classCode} />}
      <ExplainAccess model={model} />
    </Stack>
  )
}
