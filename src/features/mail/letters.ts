import { type Letter, oneLine } from './letter.ts';

/** What the text of each kind of mail is made of. The token of a link is kept apart, sealed. */
export interface MailData {
  INVITATION: { organisation: string; invitedBy: string; role: string };
  PASSWORD_RESET: { minutes: number };
  ALERT: { organisation: string; brand: string; severity: string; message: string; isOver: boolean };
  QUOTA_WARNING: { organisation: string; quota: string; used: number; limit: number; plan: string };
}
export type MailKind = keyof MailData;

/** The kinds that the server sends by itself, and that can be stopped. */
export const OF_THEMSELVES = ['ALERT', 'QUOTA_WARNING'] as const satisfies MailKind[];
export type Stoppable = (typeof OF_THEMSELVES)[number];

/** A link for a new password works this long; it is not sent later. */
export const RESET_MINUTES = 30;

/** The addresses that links lead to. */
export interface Links {
  publicUrl: string;
  /** The token of an invitation or a new password; '' in other mails. */
  token: string;
  /** The page that stops mails of this kind; null: this one was asked for. */
  unsubscribe: string | null;
}

/** The page where an invitation is accepted. */
export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/#/join?token=${encodeURIComponent(token)}`;
}

const LETTERS: { [Kind in MailKind]: (data: MailData[Kind], links: Links) => Letter } = {
  INVITATION: ({ organisation, invitedBy, role }, { publicUrl, token }) => ({
    subject: `Join ${oneLine(organisation)} on Sightline`,
    paragraphs: [
      `${oneLine(invitedBy)} invites you to ${oneLine(organisation)} on Sightline, as ${role}.`,
      'The link works once, for 7 days.',
    ],
    button: { words: 'Accept the invitation', url: invitationUrl(publicUrl, token) },
    notes: ['If you do not know who this is from, ignore this mail: nothing happens.'],
  }),
  PASSWORD_RESET: ({ minutes }, { publicUrl, token }) => ({
    subject: 'Set a new password for Sightline',
    paragraphs: [
      'Somebody asked for a new password for the account of this address, most likely you.',
      `The link works once, for ${minutes} minutes. It ends all logins of the account.`,
    ],
    button: { words: 'Set a new password', url: `${publicUrl}/#/reset?token=${encodeURIComponent(token)}` },
    notes: ['If it was not you, ignore this mail: the password stays as it is.'],
  }),
  ALERT: ({ organisation, brand, severity, message, isOver }, links) => ({
    subject: isOver ? `Resolved: ${oneLine(brand)}` : `${severity} alert: ${oneLine(brand)}`,
    paragraphs: [
      isOver ? `An alert about ${oneLine(brand)} is over.` : `There is an alert about ${oneLine(brand)}.`,
      oneLine(message, 1_000),
    ],
    button: { words: 'See the alerts', url: `${links.publicUrl}/#/alerts` },
    notes: unasked(organisation, 'alerts', links),
  }),
  QUOTA_WARNING: ({ organisation, quota, used, limit, plan }, links) => ({
    subject: `${oneLine(organisation)} has used ${used} of ${limit} ${quota}`,
    paragraphs: [
      `${oneLine(organisation)} has used ${used} of the ${limit} ${quota} that the plan ${plan} allows.`,
      'What is beyond the limit is refused.',
    ],
    button: { words: 'See plan and usage', url: `${links.publicUrl}/#/settings/plan` },
    notes: unasked(organisation, 'warnings of quotas', links),
  }),
};

export function letterOf<Kind extends MailKind>(kind: Kind, data: MailData[Kind], links: Links): Letter {
  return LETTERS[kind](data, links);
}

function unasked(organisation: string, what: string, { unsubscribe }: Links): string[] {
  const because = `You get ${what} of ${oneLine(organisation)} on Sightline.`;
  return unsubscribe === null ? [because] : [because, `To have no more of them, open\n${unsubscribe}`];
}
