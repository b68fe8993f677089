import { workflowClassDelete } from '@stationmaster/contract'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useBuiltInWords } from '../../../features/workflow/built-in-words.ts'
import { call } from '../../../lib/call.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Empty, Failure, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Page, PageHead, Stack } from '../../../ui/page/page.tsx'
import { type ClassRow, useClasses } from '../workflow/class-model.ts'
import { ClassPage } from '../workflow/class-page.tsx'
import { ClassTree } from '../workflow/class-tree.tsx'
import { useReload } from '../workflow/use-reload.ts'
import css from '../workflow/workflow.module.css'

const ClassDialog = lazy(async () => ({
  default: (await import('../workflow/class-dialog.tsx')).ClassDialog,
}))

/** The workflow editor: the tree of classes, and next to it the chosen one. */
export default function Workflow() {
  const t = useTexts('workflow')
  const { param1: code, param2: tab } = useParams()
  const classes = useClasses()
  const [parent, addBelow] = useState<ClassRow | null>(null)
  const removal = useRemoval()
  const words = useBuiltInWords()
  const all = useMemo(() => classes.data?.map(words.ofClass), [classes.data, words])
  return (
    <Page>
      {!code && <PageHead title={t('title')} facts={t('lead')} />}
      <div className={css.frame} data-chosen={code ? true : undefined}>
        <div className={css.side}>
          {all ? (
            <ClassTree classes={all} active={code} onAdd={addBelow} onRemove={removal.askToRemove} />
          ) : (
            <Unloaded small query={classes} rows={10} rowHeight={28} />
          )}
        </div>
        <Stack>
          {removal.failure}
          {code ? (
            <ClassPage
              code={code}
              tab={tab}
              classes={all ?? []}
              onAdd={addBelow}
              onRemove={removal.askToRemove}
            />
          ) : (
            <div className={css.choose}>
              <Empty title={t('classes.choose')} lead={t('classes.chooseLead')} />
            </div>
          )}
        </Stack>
      </div>
      <Suspense>{parent && <ClassDialog parent={parent} onClose={() => addBelow(null)} />}</Suspense>
    </Page>
  )
}

/** Removes a class after a confirmation, and opens its parent. */
function useRemoval() {
  const t = useTexts('workflow')
  const navigate = useNavigate()
  const reload = useReload()
  const remove = useMutation({
    mutationFn: ({ code, version_no }: ClassRow) => call(workflowClassDelete, { id: code, version_no }),
    onSuccess: async (_, { parentcode }) => {
      await navigate(addressOf('/admin/workflow', [parentcode]))
      await reload()
    },
    onError: () => reload(),
  })
  const askToRemove = async (row: ClassRow): Promise<void> => {
    const title = t('removeTitle', { name: row.name })
    if (await confirm({ title, lead: t('classes.removal') })) remove.mutate(row)
  }
  return {
    askToRemove: (row: ClassRow) => void askToRemove(row),
    failure: remove.error && <Failure small error={remove.error} title={t('ui.deleteFailed')} />,
  }
}
