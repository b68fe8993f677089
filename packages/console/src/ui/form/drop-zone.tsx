import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconUpload, IconX } from '@tabler/icons-react'
import css from './drop-zone.module.css'

/**
 * Accepts files by drop, by selection, or by keyboard. Files that are too large or of another type are passed
 * separately.
 *
 *   <DropZone label={t('photos.drop')} types={['image/png']} maxBytes={photoMaxBytes} onFiles={(files, refused) => …} />
 */
export function DropZone({
  label,
  hint,
  types,
  maxBytes,
  isBusy = false,
  onFiles,
}: {
  label: string
  hint?: string
  /** Media types. */
  types: readonly string[]
  maxBytes: number
  isBusy?: boolean
  onFiles: (files: File[], refused: { file: File; isTooLarge: boolean }[]) => void
}) {
  return (
    <Dropzone
      data-screen-only
      className={css.zone}
      accept={[...types]}
      maxSize={maxBytes}
      loading={isBusy}
      onDrop={() => {}}
      onDropAny={(files, refused) =>
        onFiles(
          files,
          refused.map(({ file, errors }) => ({
            file,
            isTooLarge: errors.some(({ code }) => code === 'file-too-large'),
          })),
        )
      }
      inputProps={{ 'aria-label': label }}
      aria-label={label}
    >
      <span className={css.words}>
        <Dropzone.Reject>
          <IconX size={24} stroke={1.5} />
        </Dropzone.Reject>
        <Dropzone.Accept>
          <IconUpload size={24} stroke={1.5} />
        </Dropzone.Accept>
        <Dropzone.Idle>
          <IconUpload size={24} stroke={1.5} />
        </Dropzone.Idle>
        <b>{label}</b>
        {hint && <small>{hint}</small>}
      </span>
    </Dropzone>
  )
}
