import { test, after, before } from 'node:test';
import { startTestApp, type TestApp, completeRun } from '/work/wt-citus/test/support/app.ts';
import { proxyWorkers } from '/work/wt-citus/test/support/cluster.ts';
import { connect } from '/work/wt-citus/src/db/client.ts';
let mode = ''; let seen: string[] = [];
test('x', async () => {
  const app = await startTestApp();
  console.error('started');
  const proxies = await proxyWorkers(app.databaseUrl, (bytes, { cut }) => {
    const t = bytes.toString('latin1');
    if (/COMMIT|PREPARE TRANS/.test(t)) { seen.push(t.replace(/[^ -~]/g,'.').slice(0,60));
      if (mode === 'before') { mode=''; cut(); }
      if (mode === 'after') { mode=''; setTimeout(cut, 30); }
    }
  });
  console.error('proxied'); const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const owner = connect(app.databaseUrl, { role: 'export', max: 1 });
  for (const m of ['', 'before', 'after', '']) {
    seen = [];
    mode = m;
    const r = await app.call('POST', '/api/runs', { key: org.key, body: [{ brand: 'Lumenfold', platform:'CHATGPT', queryText:'best '+m, answer: 'Lumenfold.', externalId: 'e'+m, executedAt: new Date().toISOString() }] });
    console.error(m, r.status, r.text.slice(0,200), seen);
    console.error(await owner`select (select count(*) from runs) as runs, (select count(*) from changed_parts where part='runs') as notes`);
  }
  await owner.end();
  for (const m of ['refuse']) {
    await proxies[0]!.refuse();
    await proxies[1]!.refuse();
    for (const [meth, path] of [['GET','/api/brands'],['GET','/api/queries'],['POST','/api/auth/login'],['GET','/api/runs']] as const) {
      const r = await app.call(meth, path, { key: org.key, ...(path.endsWith('login')?{body:{email:org.email,password:org.password}}:{}) });
      console.error(path, r.status, r.text.slice(0,200));
    }
    const s = app.app.services.db.sql;
    for (const q of ['select count(*) from organisations', "update users set email = email where id='x'", `select * from brands where org_id='${org.id}'`, `update organisations set name='x' where id='${org.id}'`, "select * from users limit 1", "select * from sessions limit 1"]) await s.unsafe(q).then(() => console.error('ok', q), (e: any) => console.error(q, e.code, e.message));
    await s.begin(async tx => { await tx.unsafe(`update write_check set checked_at=now()`); await tx.unsafe(`update organisations set name='x' where id='${org.id}'`)}).catch((e: any)=>console.error(e.code,e.message));
  }
  for (const p of proxies) await p.close();
  await app.close();
});
