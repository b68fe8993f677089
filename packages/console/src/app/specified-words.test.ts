import { describe, expect, it } from 'vitest'
import ocpp from '../../texts/en/ocpp.json'
import profile from '../../texts/en/profile.json'
import shell from '../../texts/en/shell.json'
import signTexts from '../../texts/en/sign.json'

/** Texts that users know from the earlier console stay unchanged, to the letter. */
const { pages, ui, sign } = shell
const { setup } = signTexts

describe('texts of the specification', () => {
  // Proves S2.9, S5.1, S8.1
  it.each([
    [pages.notFound, 'Sorry, page not found'],
    [pages.unexpected, 'Unexpected error'],
    [pages.whoops, 'Whoops'],
    [pages.lost, 'Lost connection...'],
    [ui.failed, 'Unknown error has occurred'],
    [ui.actionFailed, 'Action failed'],
    [ui.saveFailed, 'Unable to save changes'],
    [ui.deleteFailed, 'Failed to delete'],
    [ui.changeFailed, 'Unable to change'],
    [ui.nothingFound, 'Nothing found'],
    [ui.badAnswer, 'API Server did not respond correctly'],
    [ui.saved, 'Changes successfully saved'],
    [ui.deleted, 'Successfully deleted'],
    [ui.done, 'Action completed'],
    [ui.changed, 'Successfully changed'],
    [ui.copied, 'Copied to clipboard'],
    [ui.confirmDeletion, 'Confirm deletion?'],
    [ui.cannotUndo, "This action can't be undone"],
    [sign.missingIdentity, 'Specify login or email'],
    [sign.missingPassword, 'Password is required'],
    [setup.missingUsername, 'Login is required'],
    [setup.wrongEmail, 'Incorrect email'],
    [setup.missingPassword, 'Password is required'],
    [setup.missingConfirm, 'Password confirmation is required'],
    [setup.differentConfirm, "Password and confirmation don't match"],
    [profile.missingName, 'Name id required'],
    [profile.wrongEmail, 'Incorrect email'],
    [profile.picture.tooLarge, 'Maximum filesize exceeded'],
    [profile.picture.unreadable, 'Failed while reading a file'],
    [profile.password.changed, 'Password successfully changed.'],
    [ocpp.command.noStation, 'No stations selected. Specify a station.'],
  ])('%s', (shown, specified) => {
    expect(shown).toBe(specified)
  })
})
