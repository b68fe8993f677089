import { type AnswerOf, postGet, postSendAgain } from '@stationmaster/contract'
import { Link } from 'react-router'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CodeBlock } from '../../../ui/data/code-block.tsx'
import { CopyButton } from '../../../ui/data/copy.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import split from '../split.module.css'
import { SentDialog } from '../sent-dialog.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { LastAnswer, PostState } from './post-columns.tsx'

/** One post of a script: its address, its body and its result. */
export function PostDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('posts')
  const found = useEndpoint(postGet, { id }, { hints: ['post.changed'] })
  const again = useChange(postSendAgain)
  return (
    <SentDialog
      title={t('one')}
      found={found}
      again={{ ...again, words: t('again'), send: () => again.mutate({ id }) }}
      onClose={onClose}
    >
      {(post) => <Shown post={post} />}
    </SentDialog>
  )
}

function Shown({ post }: { post: AnswerOf<typeof postGet> }) {
  const t = useTexts('posts')
  const { classcode, eventlabel } = post
  return (
    <Stack gap={4}>
      <KeyValues
        rows={[
          [
            t('address'),
            <span key="url" className={split.place}>
              <bdi className="mono" dir="ltr">
                {post.url}
              </bdi>
              <CopyButton value={post.url} small />
            </span>,
          ],
          [t('state'), <PostState key="state" state={post.state} />],
          [t('answer'), <LastAnswer key="answer" post={post} />],
          [t('tries'), post.tries],
          [t('created'), <Moment key="created" at={post.created} seconds />],
          post.due !== null && [t('due'), <Moment key="due" at={post.due} seconds />],
          post.ended !== null && [t('ended'), <Moment key="ended" at={post.ended} seconds />],
          [t('object'), post.object && <bdi key="object">{post.object}</bdi>],
          [
            t('event'),
            classcode && (
              <Link key="event" to={addressOf('/admin/workflow', [classcode, 'workflow'])}>
                <bdi>{eventlabel ?? classcode}</bdi>
              </Link>
            ),
          ],
          [t('account'), post.accountname && <bdi key="account">{post.accountname}</bdi>],
        ]}
      />
      <CodeBlock value={post.body} label={t('body')} />
    </Stack>
  )
}
