import { avatarMaxBytes, userProfileSet } from '@stationmaster/contract'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { renewUser } from '../../../lib/renew-user.ts'
import { call, CallError } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { displayName } from '../../../lib/person.ts'
import type { SessionUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/buttons.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../lib/toasts.ts'
import { Row, Stack } from '../../../ui/page/page.tsx'
import { readAsBase64 } from '../../../lib/read-file.ts'
import css from './profile.module.css'

const types = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/tiff'

/** Reason why a file was rejected before it was sent. */
class FileProblem extends Error {}

/** The own picture: upload and removal. */
export function Picture({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const change = usePicture()
  const { picture } = user.profile
  return (
    <div className={css.picture}>
      <Avatar user={user} size={88} alt={t('picture.alt', { name: displayName(user) })} />
      <Stack gap={2}>
        <Row>
          <Button
            icon={<IconUpload size={16} />}
            loading={change.isPending}
            aria-describedby={hint}
            onClick={() => input.current?.click()}
          >
            {t('picture.upload')}
          </Button>
          {picture && (
            <Button
              kind="quiet"
              icon={<IconTrash size={16} />}
              disabled={change.isPending}
              onClick={() => change.mutate(null)}
            >
              {t('picture.remove')}
            </Button>
          )}
        </Row>
        <input
          ref={input}
          type="file"
          hidden
          accept={types}
          aria-label={t('picture.upload')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // Allows the same file to be chosen again after it failed.
            currentTarget.value = ''
            if (file) change.mutate(file)
          }}
        />
        <p id={hint} className="muted">
          {t('picture.limit', { size: format.number(avatarMaxBytes / 1024 / 1024) })}
        </p>
        {change.error && (
          <Notice tone="bad" alert>
            {change.error.message}
          </Notice>
        )}
      </Stack>
    </div>
  )
}

function usePicture() {
  const t = useTexts('profile')
  const tooLarge = () => new FileProblem(t('picture.tooLarge'))
  return useMutation({
    mutationFn: async (file: File | null) => {
      if (file && file.size > avatarMaxBytes) throw tooLarge()
      const data = file && (await readAsBase64(file))
      if (file && data === null) throw new FileProblem(t('picture.unreadable'))
      await call(userProfileSet, { picture: data }).catch((failure) => {
        if (
          failure instanceof CallError &&
          (failure.code === 'picture.too_large' || failure.code === 'request.too_large')
        )
          throw tooLarge()
        if (failure instanceof CallError && failure.field === 'picture')
          throw new FileProblem(t('picture.unreadable'))
        throw failure
      })
      await renewUser()
    },
    onSuccess: () => toast(t('ui.saved')),
  })
}
