S Last summer I have visited my aunt in the Portugal .
A 3 4|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||0
A 8 9|||U:DET||||||REQUIRED|||-NONE-|||0
A 2 2|||M:PUNCT|||,|||OPTIONAL|||-NONE-|||1
A 3 4|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||1
A 8 9|||U:DET||||||REQUIRED|||-NONE-|||1

S I am agree .
A 1 2|||U:VERB||||||REQUIRED|||-NONE-|||0
A 1 2|||U:VERB||||||REQUIRED|||-NONE-|||1

S She have two brother and sister .
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||brothers|||REQUIRED|||-NONE-|||0
A 5 5|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||1
A 3 4|||R:NOUN:NUM|||brothers|||REQUIRED|||-NONE-|||1
A 5 5|||M:DET|||a|||REQUIRED|||-NONE-|||1

S The bus was to croweded , so we decide walking .
A 3 4|||R:SPELL|||too|||REQUIRED|||-NONE-|||0
A 4 5|||R:SPELL|||crowded|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:TENSE|||decided|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:FORM|||to walk|||REQUIRED|||-NONE-|||0
A 3 4|||R:SPELL|||too|||REQUIRED|||-NONE-|||1
A 4 5|||R:SPELL|||crowded|||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB:TENSE|||decided|||REQUIRED|||-NONE-|||1
A 9 10|||R:OTHER|||to walk instead|||REQUIRED|||-NONE-|||1

S My father works like engineer in a factory of cars .
A 3 4|||R:PREP|||as|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||an|||REQUIRED|||-NONE-|||0
A 7 10|||R:WO|||car factory|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||as|||REQUIRED|||-NONE-|||1
A 4 4|||M:DET|||an|||REQUIRED|||-NONE-|||1
A 8 9|||R:OTHER|||that makes|||REQUIRED|||-NONE-|||1

S It 's important eat breakfast every days .
A 3 3|||M:PART|||to|||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||day|||REQUIRED|||-NONE-|||0
A 1 2|||R:CONTR|||is|||OPTIONAL|||-NONE-|||1
A 3 3|||M:PART|||to|||REQUIRED|||-NONE-|||1
A 6 7|||R:NOUN:NUM|||day|||REQUIRED|||-NONE-|||1

S The museum closes at six on weekdays .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Yesterday I buyed a new fone , its battery is very weack .
A 2 3|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||0
A 5 6|||R:SPELL|||phone|||REQUIRED|||-NONE-|||0
A 7 7|||M:CONJ|||but|||REQUIRED|||-NONE-|||0
A 11 12|||R:SPELL|||weak|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:INFL|||bought|||REQUIRED|||-NONE-|||1
A 5 6|||R:SPELL|||phone|||REQUIRED|||-NONE-|||1
A 6 8|||R:PUNCT|||. Its|||REQUIRED|||-NONE-|||1
A 11 12|||R:SPELL|||weak|||REQUIRED|||-NONE-|||1

S He asked me where did I live and what was my job .
A 4 7|||R:WO|||I lived|||REQUIRED|||-NONE-|||0
A 9 12|||R:WO|||my job was|||REQUIRED|||-NONE-|||0
A 4 7|||R:WO|||I lived|||REQUIRED|||-NONE-|||1
A 9 12|||R:OTHER|||I did for a living|||REQUIRED|||-NONE-|||1

S Their is many peoples which are afraid of spiders .
A 0 1|||R:SPELL|||There|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||people|||REQUIRED|||-NONE-|||0
A 4 5|||R:PRON|||who|||REQUIRED|||-NONE-|||0
A 0 5|||R:OTHER|||Many people|||REQUIRED|||-NONE-|||1

S I am looking forward to see you on July .
A 5 6|||R:VERB:FORM|||seeing|||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:FORM|||seeing|||REQUIRED|||-NONE-|||1
A 7 8|||R:PREP|||in|||REQUIRED|||-NONE-|||1

S Dear Sir , I am writing for complain about the service of your hotel .
A 6 7|||R:PART|||to|||REQUIRED|||-NONE-|||0
A 11 12|||R:PREP|||in||at|||REQUIRED|||-NONE-|||0
A 6 7|||R:PART|||to|||REQUIRED|||-NONE-|||1
A 11 12|||R:PREP|||at|||REQUIRED|||-NONE-|||1

S If I would have more money , I will travel around the hole world .
A 2 4|||R:VERB:FORM|||had|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:TENSE|||would|||REQUIRED|||-NONE-|||0
A 12 13|||R:SPELL|||whole|||REQUIRED|||-NONE-|||0
A 2 4|||R:VERB:FORM|||had|||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB:TENSE|||would|||REQUIRED|||-NONE-|||1
A 12 13|||U:NOUN||||||REQUIRED|||-NONE-|||1

S The childs was playing football in the park when it begin to raining .
A 1 2|||R:NOUN:INFL|||children|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 10 11|||R:VERB:TENSE|||began|||REQUIRED|||-NONE-|||0
A 12 13|||R:VERB:FORM|||rain|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN:INFL|||children|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||1
A 10 12|||R:VERB|||started|||REQUIRED|||-NONE-|||1

S My grandmother , who lived through two wars , never threw away a single piece of bread .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S i think that english is more easy that german .
A 0 1|||R:ORTH|||I|||REQUIRED|||-NONE-|||0
A 3 4|||R:ORTH|||English|||REQUIRED|||-NONE-|||0
A 5 7|||R:ADJ:FORM|||easier|||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||than|||REQUIRED|||-NONE-|||0
A 8 9|||R:ORTH|||German|||REQUIRED|||-NONE-|||0
A 0 1|||R:ORTH|||I|||REQUIRED|||-NONE-|||1
A 2 3|||U:CONJ||||||OPTIONAL|||-NONE-|||1
A 3 4|||R:ORTH|||English|||REQUIRED|||-NONE-|||1
A 5 7|||R:ADJ:FORM|||easier|||REQUIRED|||-NONE-|||1
A 7 8|||R:PREP|||than|||REQUIRED|||-NONE-|||1
A 8 9|||R:ORTH|||German|||REQUIRED|||-NONE-|||1

S We have eat a delicius soup in a small cafè near from the station .
A 1 3|||R:VERB:TENSE|||ate|||REQUIRED|||-NONE-|||0
A 4 5|||R:SPELL|||delicious|||REQUIRED|||-NONE-|||0
A 9 10|||R:SPELL|||café|||REQUIRED|||-NONE-|||0
A 11 12|||U:PREP||||||REQUIRED|||-NONE-|||0
A 1 3|||R:VERB|||had|||REQUIRED|||-NONE-|||1
A 4 5|||R:SPELL|||delicious|||REQUIRED|||-NONE-|||1
A 9 10|||R:SPELL|||café|||REQUIRED|||-NONE-|||1
A 11 12|||U:PREP||||||REQUIRED|||-NONE-|||1

S The informations on your website are not actual .
A 1 2|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 7 8|||R:OTHER|||up to date|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||1
A 5 8|||R:OTHER|||is out of date|||REQUIRED|||-NONE-|||1

S I did n't went to school because of I had a fever .
A 3 4|||R:VERB:FORM|||go|||REQUIRED|||-NONE-|||0
A 7 8|||U:PREP||||||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:FORM|||go|||REQUIRED|||-NONE-|||1
A 8 10|||U:OTHER||||||REQUIRED|||-NONE-|||1

S Scientists has discover that plants can communicating with each others through they roots .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:FORM|||discovered|||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:FORM|||communicate|||REQUIRED|||-NONE-|||0
A 8 10|||R:PRON|||each other|||REQUIRED|||-NONE-|||0
A 11 12|||R:DET|||their|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB:FORM|||discovered|||REQUIRED|||-NONE-|||1
A 6 7|||R:VERB:FORM|||communicate|||REQUIRED|||-NONE-|||1
A 8 10|||R:PRON|||each other|||REQUIRED|||-NONE-|||1
A 11 12|||R:DET|||their|||REQUIRED|||-NONE-|||1

S Reason of his success is hard work .
A 0 1|||M:DET|||The reason|||REQUIRED|||-NONE-|||0
A 1 2|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 0 2|||R:OTHER|||The secret of|||REQUIRED|||-NONE-|||1

S She do n't like coffee , and she do n't drink tea too .
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0
A 12 13|||R:ADV|||either|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||1
A 5 13|||R:OTHER|||or tea|||REQUIRED|||-NONE-|||1

S Despite of the rain , we enjoied very much .
A 1 2|||U:PREP||||||REQUIRED|||-NONE-|||0
A 6 7|||R:SPELL|||enjoyed|||REQUIRED|||-NONE-|||0
A 7 7|||M:PRON|||ourselves||the day|||REQUIRED|||-NONE-|||0
A 0 2|||R:PREP|||In spite of|||REQUIRED|||-NONE-|||1
A 6 9|||R:OTHER|||had a great time|||REQUIRED|||-NONE-|||1

S The goverment should to spend more money for the public transport .
A 1 2|||R:SPELL|||government|||REQUIRED|||-NONE-|||0
A 3 4|||U:PART||||||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 8 9|||U:DET||||||REQUIRED|||-NONE-|||0
A 1 2|||R:SPELL|||government|||REQUIRED|||-NONE-|||1
A 3 4|||U:PART||||||REQUIRED|||-NONE-|||1
A 4 9|||R:OTHER|||invest more in|||REQUIRED|||-NONE-|||1

S He is most tallest boy of our class .
A 2 4|||R:ADJ:FORM|||the tallest|||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S Could you please send me the report by Friday ?
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S There are five years that I live in this city .
A 0 7|||R:OTHER|||I have lived|||REQUIRED|||-NONE-|||0
A 10 10|||M:OTHER|||for five years|||REQUIRED|||-NONE-|||0
A 0 2|||R:OTHER|||It has been|||REQUIRED|||-NONE-|||1
A 4 5|||R:CONJ|||since|||REQUIRED|||-NONE-|||1
A 6 7|||R:VERB|||moved|||REQUIRED|||-NONE-|||1
A 7 8|||R:PREP|||to|||REQUIRED|||-NONE-|||1

S My freind Zoë she is very good in mathematic .
A 1 2|||R:SPELL|||friend|||REQUIRED|||-NONE-|||0
A 3 4|||U:PRON||||||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN|||mathematics||maths|||REQUIRED|||-NONE-|||0
A 1 2|||R:SPELL|||friend|||REQUIRED|||-NONE-|||1
A 3 4|||U:PRON||||||REQUIRED|||-NONE-|||1
A 7 8|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 8 9|||R:NOUN|||maths|||REQUIRED|||-NONE-|||1

S Do you know what time does the train leave ?
A 5 9|||R:WO|||the train leaves|||REQUIRED|||-NONE-|||0
A 3 9|||R:OTHER|||when the train leaves|||REQUIRED|||-NONE-|||1

S The teacher gave to us a lot of homeworks , that we must to finish until Monday .
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||homework|||REQUIRED|||-NONE-|||0
A 10 11|||R:PRON|||which|||REQUIRED|||-NONE-|||0
A 13 14|||U:PART||||||REQUIRED|||-NONE-|||0
A 15 16|||R:PREP|||by|||REQUIRED|||-NONE-|||0
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||1
A 8 9|||R:NOUN:NUM|||homework|||REQUIRED|||-NONE-|||1
A 9 10|||U:PUNCT||||||REQUIRED|||-NONE-|||1
A 12 13|||R:VERB|||have|||REQUIRED|||-NONE-|||1
A 15 16|||R:PREP|||by|||REQUIRED|||-NONE-|||1

S In my opinion , the young people spend too many time to look at there telephons .
A 4 5|||U:DET||||||REQUIRED|||-NONE-|||0
A 9 10|||R:ADJ|||much|||REQUIRED|||-NONE-|||0
A 11 13|||R:VERB:FORM|||looking|||REQUIRED|||-NONE-|||0
A 14 15|||R:SPELL|||their|||REQUIRED|||-NONE-|||0
A 15 16|||R:SPELL|||telephones||phones|||REQUIRED|||-NONE-|||0
A 4 5|||U:DET||||||REQUIRED|||-NONE-|||1
A 9 10|||R:ADJ|||much|||REQUIRED|||-NONE-|||1
A 11 14|||R:OTHER|||on|||REQUIRED|||-NONE-|||1
A 14 15|||R:SPELL|||their|||REQUIRED|||-NONE-|||1
A 15 16|||R:NOUN|||phones|||REQUIRED|||-NONE-|||1

S Water boil at lower temperature in the high mountains .
A 1 2|||R:VERB:SVA|||boils|||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||boils|||REQUIRED|||-NONE-|||1
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 5 9|||R:OTHER|||at high altitude|||REQUIRED|||-NONE-|||1

S I 'm living here since 2015 .
A 1 2|||R:VERB:TENSE|||have been||'ve been|||REQUIRED|||-NONE-|||0
A 1 3|||R:VERB:TENSE|||have lived|||REQUIRED|||-NONE-|||1

S Please do n't forgot close the window before you will leave .
A 3 4|||R:VERB:FORM|||forget|||REQUIRED|||-NONE-|||0
A 4 4|||M:PART|||to|||REQUIRED|||-NONE-|||0
A 9 10|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:FORM|||forget|||REQUIRED|||-NONE-|||1
A 4 4|||M:PART|||to|||REQUIRED|||-NONE-|||1
A 9 10|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||1

S When we arrive to the hotel , the man in the reception say us that our room was gived to other family , so we must slept in our car and we were very tired the next day because it was really cold .
A 2 3|||R:VERB:TENSE|||arrived|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 9 10|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 10 11|||U:DET||||||REQUIRED|||-NONE-|||0
A 12 13|||R:VERB|||told|||REQUIRED|||-NONE-|||0
A 17 18|||R:VERB:TENSE|||had been|||REQUIRED|||-NONE-|||0
A 18 19|||R:VERB:INFL|||given|||REQUIRED|||-NONE-|||0
A 20 21|||R:DET|||another|||REQUIRED|||-NONE-|||0
A 25 26|||R:VERB|||had to|||REQUIRED|||-NONE-|||0
A 26 27|||R:VERB:FORM|||sleep|||REQUIRED|||-NONE-|||0
A 40 41|||R:VERB:TENSE|||had been|||OPTIONAL|||-NONE-|||0
A 2 4|||R:VERB|||reached|||REQUIRED|||-NONE-|||1
A 8 13|||R:OTHER|||receptionist told|||REQUIRED|||-NONE-|||1
A 17 19|||R:VERB:TENSE|||had been given|||REQUIRED|||-NONE-|||1
A 20 21|||R:DET|||another|||REQUIRED|||-NONE-|||1
A 25 27|||R:VERB|||had to sleep|||REQUIRED|||-NONE-|||1

S Its raining cats and dogs today .
A 0 1|||R:CONTR|||It 's||It is|||REQUIRED|||-NONE-|||0

S I have seen him two days before .
A 1 3|||R:VERB:TENSE|||saw|||REQUIRED|||-NONE-|||0
A 6 7|||R:ADV|||ago|||REQUIRED|||-NONE-|||0

S The new bridge that was build last year it is already closed for repairings .
A 5 6|||R:VERB:FORM|||built|||REQUIRED|||-NONE-|||0
A 8 9|||U:PRON||||||REQUIRED|||-NONE-|||0
A 13 14|||R:MORPH|||repairs|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:FORM|||built|||REQUIRED|||-NONE-|||1
A 8 9|||U:PRON||||||REQUIRED|||-NONE-|||1
A 13 14|||R:MORPH|||repairs|||REQUIRED|||-NONE-|||1

S She said me that she will come in Sunday .
A 1 2|||R:VERB|||told|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:TENSE|||would|||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB|||told|||REQUIRED|||-NONE-|||1
A 3 4|||U:CONJ||||||OPTIONAL|||-NONE-|||1
A 5 6|||R:VERB:TENSE|||would|||REQUIRED|||-NONE-|||1
A 7 8|||R:PREP|||on|||REQUIRED|||-NONE-|||1

S Who broke the window ?
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S Me and my brother goes to fishing every weekends .
A 0 4|||R:WO|||My brother and I|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:SVA|||go|||REQUIRED|||-NONE-|||0
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||weekend|||REQUIRED|||-NONE-|||0
A 0 4|||R:WO|||My brother and I|||REQUIRED|||-NONE-|||1
A 4 5|||R:VERB:SVA|||go|||REQUIRED|||-NONE-|||1
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||1
A 7 8|||R:PREP|||at|||REQUIRED|||-NONE-|||1

S For to learn a language you need practice it every day .
A 0 2|||U:PREP|||To|||REQUIRED|||-NONE-|||0
A 5 5|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 7 7|||M:PART|||to|||REQUIRED|||-NONE-|||0
A 0 2|||R:PREP|||In order to|||REQUIRED|||-NONE-|||1
A 5 5|||M:PUNCT|||,|||REQUIRED|||-NONE-|||1
A 7 8|||R:VERB:FORM|||to practise|||REQUIRED|||-NONE-|||1

S Many of student in my university has part-time job for pay the rent .
A 1 2|||U:PREP||||||REQUIRED|||-NONE-|||0
A 2 3|||R:NOUN:NUM|||students|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||jobs|||REQUIRED|||-NONE-|||0
A 9 10|||R:PART|||to|||REQUIRED|||-NONE-|||0
A 2 3|||R:OTHER|||the students|||REQUIRED|||-NONE-|||1
A 3 4|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 6 7|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||1
A 7 7|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 9 10|||R:PART|||to|||REQUIRED|||-NONE-|||1
A 11 12|||R:DET|||their|||REQUIRED|||-NONE-|||1

S I was very boring during the conferance because the speach was to long .
A 3 4|||R:MORPH|||bored|||REQUIRED|||-NONE-|||0
A 6 7|||R:SPELL|||conference|||REQUIRED|||-NONE-|||0
A 9 10|||R:SPELL|||speech|||REQUIRED|||-NONE-|||0
A 11 12|||R:SPELL|||too|||REQUIRED|||-NONE-|||0
A 3 4|||R:MORPH|||bored|||REQUIRED|||-NONE-|||1
A 6 7|||R:SPELL|||conference|||REQUIRED|||-NONE-|||1
A 9 11|||R:NOUN:NUM|||speeches were|||REQUIRED|||-NONE-|||1
A 11 12|||R:SPELL|||too|||REQUIRED|||-NONE-|||1

S You should drink many water and to rest yourself .
A 3 4|||R:OTHER|||plenty of||a lot of|||REQUIRED|||-NONE-|||0
A 6 7|||U:PART||||||REQUIRED|||-NONE-|||0
A 8 9|||U:PRON||||||REQUIRED|||-NONE-|||0
A 3 4|||R:OTHER|||a lot of|||REQUIRED|||-NONE-|||1
A 6 9|||R:OTHER|||get some rest|||REQUIRED|||-NONE-|||1

S The movie what we watched yesterday was more better than the book .
A 2 3|||R:PRON|||that||-NONE-|||REQUIRED|||-NONE-|||0
A 7 8|||U:ADV||||||REQUIRED|||-NONE-|||0
A 2 3|||U:PRON||||||REQUIRED|||-NONE-|||1
A 7 8|||R:ADV|||much|||REQUIRED|||-NONE-|||1

S He is honest man but sometime he forget to paid his debts .
A 2 2|||M:DET|||an|||REQUIRED|||-NONE-|||0
A 4 4|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 5 6|||R:ADV|||sometimes|||REQUIRED|||-NONE-|||0
A 7 8|||R:VERB:SVA|||forgets|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:FORM|||pay|||REQUIRED|||-NONE-|||0
A 2 2|||M:DET|||an|||REQUIRED|||-NONE-|||1
A 4 4|||M:PUNCT|||,|||REQUIRED|||-NONE-|||1
A 5 8|||R:WO|||he sometimes forgets|||REQUIRED|||-NONE-|||1
A 9 10|||R:VERB:FORM|||pay|||REQUIRED|||-NONE-|||1

S On the end of the month , all employee receives their salarys .
A 0 1|||R:PREP|||At|||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||employees|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:SVA|||receive|||REQUIRED|||-NONE-|||0
A 11 12|||R:NOUN:INFL|||salaries|||REQUIRED|||-NONE-|||0
A 0 1|||R:PREP|||At|||REQUIRED|||-NONE-|||1
A 8 9|||R:NOUN:NUM|||employees|||REQUIRED|||-NONE-|||1
A 9 10|||R:VERB:SVA|||receive|||REQUIRED|||-NONE-|||1
A 11 12|||R:NOUN:INFL|||salaries|||REQUIRED|||-NONE-|||1

S More I study , less I understand .
A 0 1|||M:DET|||The more|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||0

S I have went to London three time , but never I have saw the river .
A 2 3|||R:VERB|||been|||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||times|||REQUIRED|||-NONE-|||0
A 9 12|||R:WO|||I have never|||REQUIRED|||-NONE-|||0
A 12 13|||R:VERB:FORM|||seen|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB|||been|||REQUIRED|||-NONE-|||1
A 6 7|||R:NOUN:NUM|||times|||REQUIRED|||-NONE-|||1
A 9 13|||R:OTHER|||have never seen|||REQUIRED|||-NONE-|||1

S After lunch we walked along the beach and collected shells .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S The doctor recommended me to stop to smoke and make more exercise .
A 2 3|||R:VERB|||advised|||REQUIRED|||-NONE-|||0
A 6 8|||R:VERB:FORM|||smoking|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB|||do|||REQUIRED|||-NONE-|||0
A 3 5|||R:OTHER|||that I|||REQUIRED|||-NONE-|||1
A 6 8|||R:VERB:FORM|||smoking|||REQUIRED|||-NONE-|||1
A 9 10|||R:VERB|||get|||REQUIRED|||-NONE-|||1

S This shoes is too much expensive for me .
A 0 1|||R:DET|||These|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||0
A 4 5|||U:ADV||||||REQUIRED|||-NONE-|||0
A 0 1|||R:DET|||These|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||1
A 4 5|||U:ADV||||||REQUIRED|||-NONE-|||1

S He drived so fastly that the police has stopped him .
A 1 2|||R:VERB:INFL|||drove|||REQUIRED|||-NONE-|||0
A 3 4|||R:MORPH|||fast|||REQUIRED|||-NONE-|||0
A 7 8|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||was driving|||REQUIRED|||-NONE-|||1
A 3 4|||R:MORPH|||fast|||REQUIRED|||-NONE-|||1
A 7 8|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||1

S What a beautifull day !
A 2 3|||R:SPELL|||beautiful|||REQUIRED|||-NONE-|||0
A 2 3|||R:SPELL|||beautiful|||REQUIRED|||-NONE-|||1

S Although he was tired , but he continued working .
A 5 6|||U:CONJ||||||REQUIRED|||-NONE-|||0
A 0 2|||U:CONJ|||He|||REQUIRED|||-NONE-|||1

S The number of people who lives alone are increasing year to year .
A 5 6|||R:VERB:SVA|||live|||REQUIRED|||-NONE-|||0
A 7 8|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 10 11|||R:PREP|||by|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:SVA|||live|||REQUIRED|||-NONE-|||1
A 7 8|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||1
A 9 11|||R:OTHER|||every|||REQUIRED|||-NONE-|||1

S My mother makes the most good cake of chocolate in the world .
A 4 6|||R:ADJ:FORM|||best|||REQUIRED|||-NONE-|||0
A 6 9|||R:WO|||chocolate cake|||REQUIRED|||-NONE-|||0

S We was waiting the bus since one hour when it finaly come .
A 1 2|||R:VERB:TENSE|||had been|||REQUIRED|||-NONE-|||0
A 3 3|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 10 11|||R:SPELL|||finally|||REQUIRED|||-NONE-|||0
A 11 12|||R:VERB:TENSE|||came|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||had been|||REQUIRED|||-NONE-|||1
A 3 3|||M:PREP|||for|||REQUIRED|||-NONE-|||1
A 5 7|||R:OTHER|||for an|||REQUIRED|||-NONE-|||1
A 10 11|||R:SPELL|||finally|||REQUIRED|||-NONE-|||1
A 11 12|||R:VERB|||arrived|||REQUIRED|||-NONE-|||1

S The climate of my country is different of your .
A 2 3|||R:PREP|||in|||OPTIONAL|||-NONE-|||0
A 7 8|||R:PREP|||from||to|||REQUIRED|||-NONE-|||0
A 8 9|||R:PRON|||yours|||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||from|||REQUIRED|||-NONE-|||1
A 8 9|||R:OTHER|||that of yours|||REQUIRED|||-NONE-|||1

S I would like apply for the job of waiter which you have advertise in the newspaper , because I have worked in restaurants since three years and I can speak four language very good .
A 3 3|||M:PART|||to|||REQUIRED|||-NONE-|||0
A 12 13|||R:VERB:FORM|||advertised|||REQUIRED|||-NONE-|||0
A 23 24|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 31 32|||R:NOUN:NUM|||languages|||REQUIRED|||-NONE-|||0
A 33 34|||R:MORPH|||well|||REQUIRED|||-NONE-|||0
A 3 3|||M:PART|||to|||REQUIRED|||-NONE-|||1
A 6 10|||R:OTHER|||waiter 's job that|||REQUIRED|||-NONE-|||1
A 11 13|||R:VERB:TENSE|||advertised|||REQUIRED|||-NONE-|||1
A 16 17|||U:PUNCT||||||REQUIRED|||-NONE-|||1
A 23 24|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 27 29|||U:OTHER||||||REQUIRED|||-NONE-|||1
A 31 32|||R:NOUN:NUM|||languages|||REQUIRED|||-NONE-|||1
A 32 34|||R:OTHER|||fluently|||REQUIRED|||-NONE-|||1

S Where you bought this jacket ?
A 1 3|||R:VERB:TENSE|||did you buy|||REQUIRED|||-NONE-|||0
A 1 3|||R:VERB:TENSE|||did you buy|||REQUIRED|||-NONE-|||1

S Everybody know that smoke is bad for the healt .
A 1 2|||R:VERB:SVA|||knows|||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:FORM|||smoking|||REQUIRED|||-NONE-|||0
A 7 8|||R:DET|||your||-NONE-|||REQUIRED|||-NONE-|||0
A 8 9|||R:SPELL|||health|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||knows|||REQUIRED|||-NONE-|||1
A 3 4|||R:VERB:FORM|||smoking|||REQUIRED|||-NONE-|||1
A 7 9|||R:OTHER|||you|||REQUIRED|||-NONE-|||1

S The sun rise on east .
A 2 3|||R:VERB:SVA|||rises|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||in the|||REQUIRED|||-NONE-|||0

S I wish you will like the present what I choosed for you .
A 1 2|||R:VERB|||hope|||REQUIRED|||-NONE-|||0
A 7 8|||R:PRON|||that||which|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:INFL|||chose|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB|||hope|||REQUIRED|||-NONE-|||1
A 7 8|||U:PRON||||||REQUIRED|||-NONE-|||1
A 9 10|||R:VERB:INFL|||chose|||REQUIRED|||-NONE-|||1

S It was naïve of him to believe every word of that advertisement .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Last night , while I cooked the dinner , the lights was gone .
A 5 6|||R:VERB:TENSE|||was cooking|||REQUIRED|||-NONE-|||0
A 6 7|||U:DET||||||OPTIONAL|||-NONE-|||0
A 11 13|||R:OTHER|||went out|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:TENSE|||was cooking|||REQUIRED|||-NONE-|||1
A 6 7|||U:DET||||||REQUIRED|||-NONE-|||1
A 10 13|||R:OTHER|||power went off|||REQUIRED|||-NONE-|||1

S This is the house where I was born in .
A 8 9|||U:PREP||||||REQUIRED|||-NONE-|||0
A 4 5|||R:PRON|||that|||REQUIRED|||-NONE-|||1

S He always is late for the meetings , it makes our boss angry .
A 1 3|||R:WO|||is always|||REQUIRED|||-NONE-|||0
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0
A 8 9|||R:PRON|||which|||REQUIRED|||-NONE-|||0
A 1 3|||R:WO|||is always|||REQUIRED|||-NONE-|||1
A 8 8|||M:CONJ|||and|||REQUIRED|||-NONE-|||1

S Nowaday many company allows employees work from the home .
A 0 1|||R:SPELL|||Nowadays|||REQUIRED|||-NONE-|||0
A 1 1|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 2 3|||R:NOUN:NUM|||companies|||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:SVA|||allow|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||their|||REQUIRED|||-NONE-|||0
A 5 5|||M:PART|||to|||REQUIRED|||-NONE-|||0
A 7 8|||U:DET||||||REQUIRED|||-NONE-|||0
A 0 1|||R:ADV|||Today|||REQUIRED|||-NONE-|||1
A 1 1|||M:PUNCT|||,|||REQUIRED|||-NONE-|||1
A 2 3|||R:NOUN:NUM|||companies|||REQUIRED|||-NONE-|||1
A 3 5|||R:OTHER|||let their employees|||REQUIRED|||-NONE-|||1
A 7 8|||U:DET||||||REQUIRED|||-NONE-|||1

S The luggages were lost in the airport , and nobody can help to us .
A 1 2|||R:NOUN:NUM|||luggage|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 10 11|||R:VERB:TENSE|||could|||REQUIRED|||-NONE-|||0
A 12 13|||U:PREP||||||REQUIRED|||-NONE-|||0
A 0 3|||R:OTHER|||Our luggage was|||REQUIRED|||-NONE-|||1
A 4 5|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 10 11|||R:VERB:TENSE|||could|||REQUIRED|||-NONE-|||1
A 12 13|||U:PREP||||||REQUIRED|||-NONE-|||1

S I suggest you to visit the old castle .
A 3 4|||U:PART||||||REQUIRED|||-NONE-|||0
A 2 5|||R:VERB:FORM|||visiting|||REQUIRED|||-NONE-|||1

S My english is not enough good to read newspapers without dictionary .
A 1 2|||R:ORTH|||English|||REQUIRED|||-NONE-|||0
A 4 6|||R:WO|||good enough|||REQUIRED|||-NONE-|||0
A 10 10|||M:DET|||a|||REQUIRED|||-NONE-|||0

S I did a big mistake in the exam , but fortunatly the teacher give me other chanse .
A 1 2|||R:VERB|||made|||REQUIRED|||-NONE-|||0
A 10 11|||R:SPELL|||fortunately|||REQUIRED|||-NONE-|||0
A 13 14|||R:VERB:TENSE|||gave|||REQUIRED|||-NONE-|||0
A 15 16|||R:DET|||another|||REQUIRED|||-NONE-|||0
A 16 17|||R:SPELL|||chance|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB|||made|||REQUIRED|||-NONE-|||1
A 10 11|||R:SPELL|||fortunately|||REQUIRED|||-NONE-|||1
A 13 14|||R:VERB:TENSE|||gave|||REQUIRED|||-NONE-|||1
A 15 17|||R:OTHER|||a second chance|||REQUIRED|||-NONE-|||1

S Neither of them wanted to admit that the plan had failed .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S It depends of the weather .
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||1

S In the Saturdays we usually makes shopping and cleans the house .
A 0 2|||R:PREP|||On|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB|||go|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:SVA|||clean|||REQUIRED|||-NONE-|||0
A 0 2|||R:PREP|||On|||REQUIRED|||-NONE-|||1
A 3 3|||M:PUNCT|||,|||REQUIRED|||-NONE-|||1
A 5 6|||R:OTHER|||do the|||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB:SVA|||clean|||REQUIRED|||-NONE-|||1

S She is married with a frenchman and live in the south of france since ten year .
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||0
A 5 6|||R:ORTH|||Frenchman|||REQUIRED|||-NONE-|||0
A 7 8|||R:VERB:TENSE|||has lived|||REQUIRED|||-NONE-|||0
A 12 13|||R:ORTH|||France|||REQUIRED|||-NONE-|||0
A 13 14|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 15 16|||R:NOUN:NUM|||years|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||to|||REQUIRED|||-NONE-|||1
A 5 6|||R:ORTH|||Frenchman|||REQUIRED|||-NONE-|||1
A 7 8|||R:VERB:TENSE|||has lived|||REQUIRED|||-NONE-|||1
A 12 13|||R:ORTH|||France|||REQUIRED|||-NONE-|||1
A 13 14|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 15 16|||R:NOUN:NUM|||years|||REQUIRED|||-NONE-|||1

S If I knew you were coming , I would baked a cake .
A 2 3|||R:VERB:TENSE|||had known|||REQUIRED|||-NONE-|||0
A 9 9|||M:VERB:TENSE|||have|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:FORM|||bake|||REQUIRED|||-NONE-|||1

S Tom and Anna has decided to marry themselves next spring .
A 3 4|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0
A 7 8|||U:PRON||||||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||1
A 6 8|||R:OTHER|||get married|||REQUIRED|||-NONE-|||1

S According to me , the publicity for childrens should be forbiden .
A 0 3|||R:OTHER|||In my opinion|||REQUIRED|||-NONE-|||0
A 4 5|||U:DET||||||REQUIRED|||-NONE-|||0
A 5 6|||R:NOUN|||advertising|||REQUIRED|||-NONE-|||0
A 6 7|||R:PREP|||to|||REQUIRED|||-NONE-|||0
A 7 8|||R:NOUN:INFL|||children|||REQUIRED|||-NONE-|||0
A 10 11|||R:SPELL|||forbidden|||REQUIRED|||-NONE-|||0
A 0 4|||R:OTHER|||I think|||REQUIRED|||-NONE-|||1
A 4 7|||R:OTHER|||advertising aimed at|||REQUIRED|||-NONE-|||1
A 7 8|||R:NOUN:INFL|||children|||REQUIRED|||-NONE-|||1
A 10 11|||R:VERB|||banned|||REQUIRED|||-NONE-|||1

S The results of the experience shows that the temperatur have no affect on the growing of the bacterias .
A 4 5|||R:NOUN|||experiment|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:SVA|||show|||REQUIRED|||-NONE-|||0
A 8 9|||R:SPELL|||temperature|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 11 12|||R:NOUN|||effect|||REQUIRED|||-NONE-|||0
A 14 15|||R:MORPH|||growth|||REQUIRED|||-NONE-|||0
A 17 18|||R:NOUN:INFL|||bacteria|||REQUIRED|||-NONE-|||0
A 4 5|||R:NOUN|||experiment|||REQUIRED|||-NONE-|||1
A 5 6|||R:VERB:SVA|||show|||REQUIRED|||-NONE-|||1
A 7 9|||R:SPELL|||temperature|||REQUIRED|||-NONE-|||1
A 9 10|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||1
A 11 12|||R:NOUN|||effect|||REQUIRED|||-NONE-|||1
A 13 18|||R:OTHER|||bacterial growth|||REQUIRED|||-NONE-|||1

S Can you borrow me your pen please ?
A 2 3|||R:VERB|||lend|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB|||lend|||REQUIRED|||-NONE-|||1
A 6 6|||M:PUNCT|||,|||REQUIRED|||-NONE-|||1

S I am used to get up early because my work begin on seven .
A 4 5|||R:VERB:FORM|||getting|||REQUIRED|||-NONE-|||0
A 10 11|||R:VERB:SVA|||begins|||REQUIRED|||-NONE-|||0
A 11 12|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:FORM|||getting|||REQUIRED|||-NONE-|||1
A 10 11|||R:VERB:SVA|||begins|||REQUIRED|||-NONE-|||1
A 11 12|||R:PREP|||at|||REQUIRED|||-NONE-|||1

S My cousin has twenty-three years and study the medicine .
A 2 3|||R:VERB|||is|||REQUIRED|||-NONE-|||0
A 5 5|||M:ADJ|||old|||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:SVA|||studies|||REQUIRED|||-NONE-|||0
A 7 8|||U:DET||||||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB|||is|||REQUIRED|||-NONE-|||1
A 4 5|||U:NOUN||||||REQUIRED|||-NONE-|||1
A 6 7|||R:VERB:TENSE|||is studying|||REQUIRED|||-NONE-|||1
A 7 8|||U:DET||||||REQUIRED|||-NONE-|||1

S We discussed about the problem for two hour without find any solucion .
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||0
A 7 8|||R:NOUN:NUM|||hours|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:FORM|||finding|||REQUIRED|||-NONE-|||0
A 11 12|||R:SPELL|||solution|||REQUIRED|||-NONE-|||0
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||1
A 7 8|||R:NOUN:NUM|||hours|||REQUIRED|||-NONE-|||1
A 9 10|||R:VERB:FORM|||finding|||REQUIRED|||-NONE-|||1
A 11 12|||R:SPELL|||solution|||REQUIRED|||-NONE-|||1

S I ca n't to find nothing in this room .
A 3 4|||U:PART||||||REQUIRED|||-NONE-|||0
A 5 6|||R:PRON|||anything|||REQUIRED|||-NONE-|||0
A 1 4|||R:OTHER|||can|||REQUIRED|||-NONE-|||1

S In the last year I go with my familly to the mountain for making ski , and the first day my little sister she has broke her leg , so we must to stay all the week in the hotel and watched the television .
A 0 3|||R:OTHER|||Last|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||0
A 8 9|||R:SPELL|||family|||REQUIRED|||-NONE-|||0
A 11 12|||R:NOUN:NUM|||mountains|||REQUIRED|||-NONE-|||0
A 12 15|||R:OTHER|||to ski|||REQUIRED|||-NONE-|||0
A 17 17|||M:PREP|||on|||REQUIRED|||-NONE-|||0
A 23 25|||U:OTHER||||||REQUIRED|||-NONE-|||0
A 31 32|||R:VERB|||had|||REQUIRED|||-NONE-|||0
A 35 36|||U:DET||||||REQUIRED|||-NONE-|||0
A 41 42|||R:VERB:FORM|||watch|||REQUIRED|||-NONE-|||0
A 42 43|||U:DET||||||REQUIRED|||-NONE-|||0
A 0 3|||R:OTHER|||Last|||REQUIRED|||-NONE-|||1
A 5 6|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||1
A 6 15|||R:OTHER|||skiing in the mountains with my family|||REQUIRED|||-NONE-|||1
A 15 18|||R:OTHER|||. On the|||REQUIRED|||-NONE-|||1
A 23 25|||U:OTHER||||||REQUIRED|||-NONE-|||1
A 31 32|||R:VERB|||had|||REQUIRED|||-NONE-|||1
A 33 38|||R:OTHER|||spend the whole week at|||REQUIRED|||-NONE-|||1
A 40 43|||R:OTHER|||watching|||REQUIRED|||-NONE-|||1

S Each of the student have their own locker .
A 3 4|||R:NOUN:NUM|||students|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0

S I 'd rather stay at home tonight .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Is very difficult to find a cheap flat in the center of the city .
A 0 1|||M:PRON|||It is|||REQUIRED|||-NONE-|||0
A 10 11|||R:SPELL|||centre|||OPTIONAL|||-NONE-|||0
A 0 1|||M:PRON|||It is|||REQUIRED|||-NONE-|||1
A 10 14|||R:OTHER|||city centre|||REQUIRED|||-NONE-|||1

S When I will be older , I want become a pilote .
A 2 4|||R:VERB:TENSE|||am|||REQUIRED|||-NONE-|||0
A 8 8|||M:PART|||to|||REQUIRED|||-NONE-|||0
A 10 11|||R:SPELL|||pilot|||REQUIRED|||-NONE-|||0
A 2 4|||R:VERB:TENSE|||am|||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB|||to be|||REQUIRED|||-NONE-|||1
A 10 11|||R:SPELL|||pilot|||REQUIRED|||-NONE-|||1

S The childrens room is in upstairs .
A 1 2|||R:NOUN:POSS|||children 's|||REQUIRED|||-NONE-|||0
A 4 5|||U:PREP||||||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN:POSS|||children 's|||REQUIRED|||-NONE-|||1
A 4 5|||U:PREP||||||REQUIRED|||-NONE-|||1

S My neighbours dog bark all the night , so I can not sleep good .
A 1 2|||R:NOUN:POSS|||neighbour 's||neighbours '|||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:SVA|||barks|||REQUIRED|||-NONE-|||0
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0
A 13 14|||R:MORPH|||well|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN:POSS|||neighbour 's|||REQUIRED|||-NONE-|||1
A 3 4|||R:VERB:SVA|||barks|||REQUIRED|||-NONE-|||1
A 4 6|||R:OTHER|||the whole|||REQUIRED|||-NONE-|||1
A 13 14|||R:ADV|||properly|||REQUIRED|||-NONE-|||1

S Do you saw the exibition last week ?
A 0 1|||R:VERB:TENSE|||Did|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:FORM|||see|||REQUIRED|||-NONE-|||0
A 4 5|||R:SPELL|||exhibition|||REQUIRED|||-NONE-|||0
A 0 1|||R:VERB:TENSE|||Did|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB:FORM|||see|||REQUIRED|||-NONE-|||1
A 4 5|||R:SPELL|||exhibition|||REQUIRED|||-NONE-|||1

S The most of my colleague comes to the work by bicycle .
A 0 2|||U:DET|||Most|||REQUIRED|||-NONE-|||0
A 4 5|||R:NOUN:NUM|||colleagues|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:SVA|||come|||REQUIRED|||-NONE-|||0
A 7 8|||U:DET||||||REQUIRED|||-NONE-|||0
A 0 2|||U:DET|||Most|||REQUIRED|||-NONE-|||1
A 4 6|||R:OTHER|||colleagues cycle|||REQUIRED|||-NONE-|||1
A 7 8|||U:DET||||||REQUIRED|||-NONE-|||1
A 9 11|||U:OTHER||||||REQUIRED|||-NONE-|||1

S The soup smell deliciously , but it needs few salt .
A 2 3|||R:VERB:SVA|||smells|||REQUIRED|||-NONE-|||0
A 3 4|||R:MORPH|||delicious|||REQUIRED|||-NONE-|||0
A 8 9|||R:DET|||a little||some|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||smells|||REQUIRED|||-NONE-|||1
A 3 4|||R:MORPH|||delicious|||REQUIRED|||-NONE-|||1
A 8 9|||R:OTHER|||some more|||REQUIRED|||-NONE-|||1

S It exists many reasons for learn a foreign language .
A 0 2|||R:OTHER|||There are|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:FORM|||learning|||REQUIRED|||-NONE-|||0
A 0 2|||R:OTHER|||There are|||REQUIRED|||-NONE-|||1
A 4 5|||R:PART|||to|||REQUIRED|||-NONE-|||1

S Thank you for invite me to you wedding , I am very happy for you .
A 3 4|||R:VERB:FORM|||inviting|||REQUIRED|||-NONE-|||0
A 6 7|||R:DET|||your|||REQUIRED|||-NONE-|||0
A 8 9|||R:PUNCT|||;|||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:FORM|||inviting|||REQUIRED|||-NONE-|||1
A 6 7|||R:DET|||your|||REQUIRED|||-NONE-|||1
A 8 9|||R:PUNCT|||!|||REQUIRED|||-NONE-|||1

S The train from Lyon was forty minutes late because of snow on the line .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S I am learning guitar since I had ten years .
A 1 2|||R:VERB:TENSE|||have been|||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||the|||OPTIONAL|||-NONE-|||0
A 6 7|||R:VERB|||was|||REQUIRED|||-NONE-|||0
A 8 9|||U:NOUN||||||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||have been|||REQUIRED|||-NONE-|||1
A 5 9|||R:OTHER|||the age of ten|||REQUIRED|||-NONE-|||1

S The riches should help the poors .
A 1 2|||R:NOUN:NUM|||rich|||REQUIRED|||-NONE-|||0
A 5 6|||R:NOUN:NUM|||poor|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN:NUM|||rich|||REQUIRED|||-NONE-|||1
A 5 6|||R:NOUN:NUM|||poor|||REQUIRED|||-NONE-|||1

S Suddenly he stand up , take his coat and leaved the room without say nothing .
A 2 3|||R:VERB:TENSE|||stood|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:TENSE|||took|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:INFL|||left|||REQUIRED|||-NONE-|||0
A 13 14|||R:VERB:FORM|||saying|||REQUIRED|||-NONE-|||0
A 14 15|||R:PRON|||anything|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:TENSE|||stood|||REQUIRED|||-NONE-|||1
A 5 6|||R:VERB:TENSE|||took|||REQUIRED|||-NONE-|||1
A 9 10|||R:VERB:INFL|||left|||REQUIRED|||-NONE-|||1
A 13 15|||R:OTHER|||a word|||REQUIRED|||-NONE-|||1

S I have less friends here that my country .
A 2 3|||R:ADJ|||fewer|||OPTIONAL|||-NONE-|||0
A 5 6|||R:SPELL|||than|||REQUIRED|||-NONE-|||0
A 6 6|||M:PREP|||in|||REQUIRED|||-NONE-|||0
A 2 3|||R:ADJ|||fewer|||REQUIRED|||-NONE-|||1
A 5 6|||R:SPELL|||than|||REQUIRED|||-NONE-|||1
A 6 6|||M:OTHER|||I had in|||REQUIRED|||-NONE-|||1

S Paris , that is capital of France , attract million of turists every year .
A 2 3|||R:PRON|||which|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:SVA|||attracts|||REQUIRED|||-NONE-|||0
A 9 10|||R:NOUN:NUM|||millions|||REQUIRED|||-NONE-|||0
A 11 12|||R:SPELL|||tourists|||REQUIRED|||-NONE-|||0
A 2 4|||R:OTHER|||the|||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB:SVA|||attracts|||REQUIRED|||-NONE-|||1
A 9 10|||R:NOUN:NUM|||millions|||REQUIRED|||-NONE-|||1
A 11 12|||R:SPELL|||tourists|||REQUIRED|||-NONE-|||1

S I am interesting about modern art .
A 2 3|||R:MORPH|||interested|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S He speaks very well English .
A 2 5|||R:WO|||English very well|||REQUIRED|||-NONE-|||0
A 2 4|||R:ADJ|||excellent|||REQUIRED|||-NONE-|||1

S After to finish my study , I would like working in abroad .
A 1 3|||R:VERB:FORM|||finishing|||REQUIRED|||-NONE-|||0
A 4 5|||R:NOUN:NUM|||studies|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:FORM|||to work|||REQUIRED|||-NONE-|||0
A 10 11|||U:PREP||||||REQUIRED|||-NONE-|||0
A 0 2|||R:OTHER|||When I|||REQUIRED|||-NONE-|||1
A 4 5|||R:NOUN:NUM|||studies|||REQUIRED|||-NONE-|||1
A 9 10|||R:VERB:FORM|||to work|||REQUIRED|||-NONE-|||1
A 10 11|||U:PREP||||||REQUIRED|||-NONE-|||1

S Do you mind if I open the door ?
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S The price of the foods have rised a lot in this year .
A 3 5|||R:NOUN:NUM|||food|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:INFL|||risen|||REQUIRED|||-NONE-|||0
A 9 10|||U:PREP||||||REQUIRED|||-NONE-|||0
A 0 7|||R:OTHER|||Food prices have risen|||REQUIRED|||-NONE-|||1
A 9 10|||U:PREP||||||REQUIRED|||-NONE-|||1

S One of my hobby are to collect old stamp .
A 3 4|||R:NOUN:NUM|||hobbies|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||stamps|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||hobbies|||REQUIRED|||-NONE-|||1
A 4 7|||R:VERB:FORM|||is collecting|||REQUIRED|||-NONE-|||1
A 8 9|||R:NOUN:NUM|||stamps|||REQUIRED|||-NONE-|||1

S Let 's to meet us in front the cinema on half past seven .
A 2 3|||U:PART||||||REQUIRED|||-NONE-|||0
A 4 5|||U:PRON||||||REQUIRED|||-NONE-|||0
A 7 7|||M:PREP|||of|||REQUIRED|||-NONE-|||0
A 9 10|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 2 3|||U:PART||||||REQUIRED|||-NONE-|||1
A 4 7|||R:OTHER|||outside|||REQUIRED|||-NONE-|||1
A 9 10|||R:PREP|||at|||REQUIRED|||-NONE-|||1

S She felt down the stair and hurted the knee .
A 1 2|||R:VERB|||fell|||REQUIRED|||-NONE-|||0
A 4 5|||R:NOUN:NUM|||stairs|||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:INFL|||hurt|||REQUIRED|||-NONE-|||0
A 7 8|||R:DET|||her|||REQUIRED|||-NONE-|||0

S The book is wrote from a famous autor which live in Kenya .
A 2 3|||R:VERB:TENSE|||was|||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:FORM|||written|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||by|||REQUIRED|||-NONE-|||0
A 7 8|||R:SPELL|||author|||REQUIRED|||-NONE-|||0
A 8 9|||R:PRON|||who|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:SVA|||lives|||REQUIRED|||-NONE-|||0
A 2 4|||R:VERB:TENSE|||was written|||REQUIRED|||-NONE-|||1
A 4 5|||R:PREP|||by|||REQUIRED|||-NONE-|||1
A 7 8|||R:SPELL|||author|||REQUIRED|||-NONE-|||1
A 8 10|||R:OTHER|||living|||REQUIRED|||-NONE-|||1

S People is stressed because they has not time for relax .
A 1 2|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0
A 6 7|||R:DET|||no|||REQUIRED|||-NONE-|||0
A 8 9|||R:PART|||to|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||1
A 5 7|||R:VERB:FORM|||do not have|||REQUIRED|||-NONE-|||1
A 8 9|||R:PART|||to|||REQUIRED|||-NONE-|||1

S José and me we work in the same deparment .
A 2 4|||R:PRON|||I|||REQUIRED|||-NONE-|||0
A 8 9|||R:SPELL|||department|||REQUIRED|||-NONE-|||0
A 2 4|||R:PRON|||I|||REQUIRED|||-NONE-|||1
A 8 9|||R:SPELL|||department|||REQUIRED|||-NONE-|||1

S It was so difficult exam that anybody did n't pass it .
A 2 3|||R:OTHER|||such a|||REQUIRED|||-NONE-|||0
A 6 10|||R:OTHER|||nobody passed|||REQUIRED|||-NONE-|||0
A 0 5|||R:OTHER|||The exam was so difficult|||REQUIRED|||-NONE-|||1
A 6 10|||R:OTHER|||nobody passed|||REQUIRED|||-NONE-|||1

S If you ever come to Lisbon , let me know and I will show you the parts of the city that tourists never see .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S I have recieve you 're email yesterday and I was very surprising .
A 1 3|||R:VERB:TENSE|||received|||REQUIRED|||-NONE-|||0
A 3 5|||R:CONTR|||your|||REQUIRED|||-NONE-|||0
A 11 12|||R:MORPH|||surprised|||REQUIRED|||-NONE-|||0
A 1 3|||R:VERB|||got|||REQUIRED|||-NONE-|||1
A 3 5|||R:CONTR|||your|||REQUIRED|||-NONE-|||1
A 8 9|||U:PRON||||||REQUIRED|||-NONE-|||1
A 11 12|||R:MORPH|||surprised|||REQUIRED|||-NONE-|||1

S The dentist which I go to him is very kindly .
A 2 3|||R:PRON|||who|||REQUIRED|||-NONE-|||0
A 6 7|||U:PRON||||||REQUIRED|||-NONE-|||0
A 9 10|||R:MORPH|||kind|||REQUIRED|||-NONE-|||0
A 2 3|||U:PRON||||||REQUIRED|||-NONE-|||1
A 6 7|||U:PRON||||||REQUIRED|||-NONE-|||1
A 9 10|||R:MORPH|||kind|||REQUIRED|||-NONE-|||1

S It was so noise that we could n't heard us .
A 3 4|||R:MORPH|||noisy|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:FORM|||hear|||REQUIRED|||-NONE-|||0
A 9 10|||R:PRON|||each other|||REQUIRED|||-NONE-|||0
A 3 4|||R:ADJ|||loud|||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB:FORM|||hear|||REQUIRED|||-NONE-|||1
A 9 10|||R:PRON|||one another|||REQUIRED|||-NONE-|||1

S In winter the days are more short and the nights more long .
A 5 7|||R:ADJ:FORM|||shorter|||REQUIRED|||-NONE-|||0
A 10 12|||R:ADJ:FORM|||longer|||REQUIRED|||-NONE-|||0
A 2 2|||M:PUNCT|||,|||OPTIONAL|||-NONE-|||1
A 5 7|||R:ADJ:FORM|||shorter|||REQUIRED|||-NONE-|||1
A 10 12|||R:OTHER|||are longer|||REQUIRED|||-NONE-|||1

S Plastic bags takes hundreds of year to desappear and kills many fishs .
A 2 3|||R:VERB:SVA|||take|||REQUIRED|||-NONE-|||0
A 5 6|||R:NOUN:NUM|||years|||REQUIRED|||-NONE-|||0
A 7 8|||R:SPELL|||disappear|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:SVA|||kill|||REQUIRED|||-NONE-|||0
A 11 12|||R:NOUN:INFL|||fish|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||take|||REQUIRED|||-NONE-|||1
A 5 6|||R:NOUN:NUM|||years|||REQUIRED|||-NONE-|||1
A 7 8|||R:VERB|||break down|||REQUIRED|||-NONE-|||1
A 9 10|||R:VERB:SVA|||kill|||REQUIRED|||-NONE-|||1
A 11 12|||R:NOUN:INFL|||fish|||REQUIRED|||-NONE-|||1

S You like pizza , is n't it ?
A 4 7|||R:OTHER|||do n't you|||REQUIRED|||-NONE-|||0

S Him and his wife moves to Canada three year ago .
A 0 1|||R:PRON|||He|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:TENSE|||moved|||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||years|||REQUIRED|||-NONE-|||0

S How long time you are waiting here ?
A 2 3|||U:NOUN||||||REQUIRED|||-NONE-|||0
A 3 5|||R:VERB:TENSE|||have you been|||REQUIRED|||-NONE-|||0
A 2 3|||U:NOUN||||||REQUIRED|||-NONE-|||1
A 3 5|||R:VERB:TENSE|||have you been|||REQUIRED|||-NONE-|||1

S She sings better than anyone else in the choir .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S First of all I want thank to my parent for them support .
A 3 3|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 5 5|||M:PART|||to|||REQUIRED|||-NONE-|||0
A 6 7|||U:PREP||||||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||parents|||REQUIRED|||-NONE-|||0
A 10 11|||R:PRON|||their|||REQUIRED|||-NONE-|||0
A 3 3|||M:PUNCT|||,|||REQUIRED|||-NONE-|||1
A 5 5|||M:PART|||to|||REQUIRED|||-NONE-|||1
A 6 7|||U:PREP||||||REQUIRED|||-NONE-|||1
A 8 9|||R:NOUN:NUM|||parents|||REQUIRED|||-NONE-|||1
A 10 11|||R:PRON|||their|||REQUIRED|||-NONE-|||1

S Eating vegetable help you stay healthy and loose weight .
A 1 2|||R:NOUN:NUM|||vegetables|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||helps|||REQUIRED|||-NONE-|||0
A 7 8|||R:SPELL|||lose|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN:NUM|||vegetables|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB:SVA|||helps|||REQUIRED|||-NONE-|||1
A 7 8|||R:SPELL|||lose|||REQUIRED|||-NONE-|||1

S He said " I will call you tomorow " .
A 2 2|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 7 8|||R:SPELL|||tomorrow|||REQUIRED|||-NONE-|||0
A 8 10|||R:PUNCT|||. "|||OPTIONAL|||-NONE-|||0
A 2 2|||M:PUNCT|||,|||REQUIRED|||-NONE-|||1
A 7 8|||R:SPELL|||tomorrow|||REQUIRED|||-NONE-|||1

S i have a dog it name is Rex .
A 0 1|||R:ORTH|||I|||REQUIRED|||-NONE-|||0
A 4 5|||R:OTHER|||and its|||REQUIRED|||-NONE-|||0
A 0 1|||R:ORTH|||I|||REQUIRED|||-NONE-|||1
A 4 7|||R:OTHER|||called|||REQUIRED|||-NONE-|||1

S my first day in the office was very stressfull i did n't know nobody and the computer was n't working then my boss come and he shout at me because i have parked in his place
A 0 1|||R:ORTH|||My|||REQUIRED|||-NONE-|||0
A 8 9|||R:SPELL|||stressful|||REQUIRED|||-NONE-|||0
A 9 10|||M:PUNCT|||. I|||REQUIRED|||-NONE-|||0
A 13 14|||R:PRON|||anybody|||REQUIRED|||-NONE-|||0
A 20 21|||M:PUNCT|||. Then|||REQUIRED|||-NONE-|||0
A 23 24|||R:VERB:TENSE|||came|||REQUIRED|||-NONE-|||0
A 25 26|||U:PRON||||||REQUIRED|||-NONE-|||0
A 26 27|||R:VERB:TENSE|||shouted|||REQUIRED|||-NONE-|||0
A 30 31|||R:ORTH|||I|||REQUIRED|||-NONE-|||0
A 31 32|||R:VERB:TENSE|||had|||REQUIRED|||-NONE-|||0
A 36 36|||M:PUNCT|||.|||REQUIRED|||-NONE-|||0
A 0 1|||R:ORTH|||My|||REQUIRED|||-NONE-|||1
A 3 4|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 8 9|||R:SPELL|||stressful|||REQUIRED|||-NONE-|||1
A 9 10|||M:CONJ|||because I|||REQUIRED|||-NONE-|||1
A 13 14|||R:PRON|||anyone|||REQUIRED|||-NONE-|||1
A 20 21|||M:OTHER|||, and then|||REQUIRED|||-NONE-|||1
A 23 27|||R:OTHER|||came in and shouted|||REQUIRED|||-NONE-|||1
A 30 31|||R:ORTH|||I|||REQUIRED|||-NONE-|||1
A 31 32|||R:VERB:TENSE|||had|||REQUIRED|||-NONE-|||1
A 35 36|||R:NOUN|||space|||REQUIRED|||-NONE-|||1
A 36 36|||M:PUNCT|||.|||REQUIRED|||-NONE-|||1

S Could you tell me how can I arrive to the libary ?
A 5 7|||R:WO|||I can|||REQUIRED|||-NONE-|||0
A 7 8|||R:VERB|||get|||REQUIRED|||-NONE-|||0
A 10 11|||R:SPELL|||library|||REQUIRED|||-NONE-|||0
A 4 8|||R:OTHER|||the way|||REQUIRED|||-NONE-|||1
A 10 11|||R:SPELL|||library|||REQUIRED|||-NONE-|||1

S I enjoy to play chess with my grand father .
A 2 4|||R:VERB:FORM|||playing|||REQUIRED|||-NONE-|||0
A 7 9|||R:ORTH|||grandfather|||REQUIRED|||-NONE-|||0
A 2 4|||R:VERB:FORM|||playing|||REQUIRED|||-NONE-|||1
A 7 9|||R:ORTH|||grandfather|||REQUIRED|||-NONE-|||1

S The persons which drink alcool must not to drive because is very danger for all the world .
A 0 2|||R:NOUN|||People|||REQUIRED|||-NONE-|||0
A 2 3|||R:PRON|||who|||REQUIRED|||-NONE-|||0
A 4 5|||R:SPELL|||alcohol|||REQUIRED|||-NONE-|||0
A 7 8|||U:PART||||||REQUIRED|||-NONE-|||0
A 10 10|||M:PRON|||it|||REQUIRED|||-NONE-|||0
A 12 13|||R:MORPH|||dangerous|||REQUIRED|||-NONE-|||0
A 14 17|||R:OTHER|||everyone|||REQUIRED|||-NONE-|||0
A 0 3|||R:OTHER|||Those who|||REQUIRED|||-NONE-|||1
A 4 5|||R:SPELL|||alcohol|||REQUIRED|||-NONE-|||1
A 7 8|||U:PART||||||REQUIRED|||-NONE-|||1
A 10 10|||M:PRON|||it|||REQUIRED|||-NONE-|||1
A 11 12|||R:OTHER|||a|||REQUIRED|||-NONE-|||1
A 13 14|||R:PREP|||to|||REQUIRED|||-NONE-|||1
A 14 17|||R:OTHER|||everyone|||REQUIRED|||-NONE-|||1

S There was a lot of mistake in my essay , therefore I writed it again .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 5 6|||R:NOUN:NUM|||mistakes|||REQUIRED|||-NONE-|||0
A 10 11|||R:ADV|||so|||REQUIRED|||-NONE-|||0
A 12 13|||R:VERB:INFL|||wrote|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||1
A 5 6|||R:NOUN:NUM|||mistakes|||REQUIRED|||-NONE-|||1
A 9 10|||R:PUNCT|||;|||REQUIRED|||-NONE-|||1
A 11 11|||M:PUNCT|||,|||REQUIRED|||-NONE-|||1
A 12 15|||R:OTHER|||rewrote it|||REQUIRED|||-NONE-|||1

S The old woman walk slow in direction to the church .
A 3 4|||R:VERB:TENSE|||walked|||REQUIRED|||-NONE-|||0
A 4 5|||R:MORPH|||slowly|||REQUIRED|||-NONE-|||0
A 5 8|||R:PREP|||towards|||REQUIRED|||-NONE-|||0
A 3 4|||R:VERB:TENSE|||walked|||REQUIRED|||-NONE-|||1
A 4 5|||R:MORPH|||slowly|||REQUIRED|||-NONE-|||1
A 5 6|||M:DET|||in the|||REQUIRED|||-NONE-|||1
A 7 8|||R:PREP|||of|||REQUIRED|||-NONE-|||1

S He packed three shirts , two books and an umbrella , but he forgot his passport .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S Bees can see colours that are invisible to us .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S I have n't decided yet .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S How much does a single ticket cost ?
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S The more carefully you measure , the fewer mistakes you will have to correct later .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S Our neighbours , the Okafors , have invited us to a barbecue on Saturday evening .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S The patient was told to take one tablet twice a day and to avoid bright light for a week .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 12 13|||U:PART||||||OPTIONAL|||-NONE-|||1

S Nothing ever happens here .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Although the lecture was optional , the hall was so full that several students had to sit on the floor .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S She apologised for the delay and offered us a free dessert .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S What he told the police was not entirely true .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S He are tired .
A 1 2|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||1

S Listen me carefully .
A 1 1|||M:PREP|||to|||REQUIRED|||-NONE-|||0
A 1 1|||M:PREP|||to|||REQUIRED|||-NONE-|||1

