import { DynamoDBClient, PutItemCommand, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {readFileSync} from 'node:fs';
const o=JSON.parse(readFileSync('/tmp/svcl/outputs.json','utf8'));
const c=new DynamoDBClient({endpoint:o.endpoints.dynamodb,region:'us-east-1',credentials:{accessKeyId:'local',secretAccessKey:'local'}});
const { ListTablesCommand } = await import('@aws-sdk/client-dynamodb');
const t=(await c.send(new ListTablesCommand({}))).TableNames!; const find=(x:string)=>t.find(n=>n.includes(x))!;
const run=async(name:string,f:(i:number)=>Promise<unknown>,conc:number)=>{ const N=400; const s=performance.now(); let i=0; await Promise.all(Array.from({length:conc},async()=>{while(i<N)await f(i++);})); const d=performance.now()-s; console.log(name,'conc',conc,(N/d*1000).toFixed(0)+'/s', (d/N*conc).toFixed(1)+' ms');};
for (const conc of [1,10,20]) {
await run('get slug',()=>c.send(new GetItemCommand({TableName:find('FormSlugs'),Key:{slug:{S:'contact'}},ConsistentRead:true})),conc);
await run('upd counter',()=>c.send(new UpdateItemCommand({TableName:find('Counters'),Key:{counter:{S:'hot'}},UpdateExpression:'ADD n :o',ExpressionAttributeValues:{':o':{N:'1'}}})),conc);
await run('put sub',(i)=>c.send(new PutItemCommand({TableName:find('Submissions'),Item:{form_id:{S:'zz'},submission_id:{S:'s'+conc+'-'+i},payload:{L:[]}}})),conc);
}
process.exit(0)
