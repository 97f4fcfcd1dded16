import { Agents } from './agents.tsx';
import { CompanyAccount } from './company-account.tsx';
import { Mail } from './mail.tsx';
import { SecondFactor } from './second-factor.tsx';

/** How the person logs in, what the organisation asks for, and what is mailed. */
export default function Security() {
  return (
    <>
      <CompanyAccount />
      <SecondFactor />
      <Agents />
      <Mail />
    </>
  );
}
