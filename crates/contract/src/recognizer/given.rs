//! Common given names, as civil registers of English, German and Spanish
//! speaking countries list them: that a run of capitalised words begins with
//! one makes it a person rather than a title or a place.

/// Lower case, sorted by nothing; looked at with [`is_given`].
const GIVEN: &str = "aaron abigail adam adrian agnes alan alana albert alejandra alejandro alex alexander alexandra alfred alice \
    alicia alison allan allen amanda amber amelia amy ana anders andrea andreas andrew andrés angela angelika anita anja ann anna anne \
    annette annie anthony antje antonia antonio april arthur ashley astrid audrey barbara beate beatrice beatriz ben benjamin bernard \
    bernd bertha beth betty beverly birgit björn blanca bob bonnie boris bradley brandon brenda brian bridget brigitte bruce bruno \
    bryan caleb cameron camila carina carl carla carlos carmen carol carolina caroline carolyn cassandra catherine cathy cecilia \
    charles charlotte cheryl chris christa christian christiane christina christine christoph christopher cindy claire clara claudia \
    claus colin connie constance corinna craig cristina curtis cynthia daisy dale damian dan dana daniel daniela danielle david dawn \
    dean deborah debra denis denise dennis derek detlef diana diane dieter dietmar dirk dolores dominic dominik donald donna doris \
    dorothea dorothy douglas duncan dustin dylan earl eberhard eckhard eddie edgar edith edmund eduardo edward edwin eileen elaine \
    eleanor elena eli elisabeth elizabeth elke ella ellen emil emily emma enrique eric erica erich erik erika erin ernst esther \
    ethan eugene eva evan evelyn fabian felipe felix fernando florian frances francis francisco frank franz fred frederick friedrich \
    fritz gabriel gabriela gabriele gail garrett gary gavin geoffrey georg george gerald gerard gerd gerhard gertrud gilbert giovanni \
    gisela glen glenn gloria gonzalo gordon grace graham greg gregory guadalupe guido guillermo günter günther gustav guy hannah hannes \
    hans harald harold harry harvey heather hector heidi heike heiko heinrich heinz helen helena helga helmut hendrik henning henry \
    herbert hermann hilda holger holly horst howard hubert hugh hugo ian ignacio ilse ina ines ingeborg ingo ingrid irene iris irma \
    isaac isabel isabella ivan jack jackie jackson jacob jacqueline jaime jakob james jamie jan jana jane janet janice jared jasmin \
    jason javier jay jean jeff jeffrey jenna jennifer jenny jens jeremy jerome jerry jesse jessica jesús jill jim jimmy joachim joan \
    joanna joanne jochen joe joel johann johanna johannes john johnny jon jonas jonathan jordan jorge josé josef joseph joshua joy \
    joyce juan juana judith judy julia julian juliane julie julio june jürgen justin jutta kai karen karin karl karla karsten kate \
    katharina katherine kathleen kathryn kathy katie katja katrin kay keith kelly ken kenneth kerstin kevin kim kimberly kirsten \
    klaus konrad konstantin kristen kristin kurt kyle lara larry lars laura lauren laurence lawrence leah lee lena leo leon leonard \
    leonardo leslie lewis liam lily linda lisa lloyd logan lois lorenzo lori lothar louis louise lucas lucia lucy ludwig luis luisa \
    lukas luke lutz lydia lynn madeline madison maike malcolm manfred manuel manuela marc marcel marco marcus margaret margarita maria \
    maría marian mariana marianne marie marilyn mario marion marjorie mark marlene marta martha martin martina marvin mary mason \
    mathias matilda matt matthew matthias maureen maurice max maximilian megan meike melanie melissa melvin mia michael michaela \
    michelle miguel mike mildred miriam mitchell mohamed mohammed monica monika morgan moritz muhammad nadine nancy natalia natalie \
    nathan nathaniel neil nicholas nick nicola nicolás nicole nigel nils nina noah nora norbert norma norman olaf oliver olivia omar \
    oscar oswald otto pablo pamela pat patricia patrick paul paula pauline pedro peggy penelope peter petra philip philipp phillip \
    phyllis pia pilar rachel rafael rainer ralf ralph ramón randy raquel raúl ray raymond rebecca regina reiner reinhard renate ricardo \
    richard rick rita robert roberta roberto robin rodney rodrigo roger roland rolf ron ronald rosa rose rosemary ross roy rubén ruby \
    rüdiger rudolf rupert russell ruth ryan sabine sabrina sally salvador sam samantha samuel sandra sandy santiago sara sarah sascha \
    scott sean sebastian sergio seth shannon sharon shawn sheila shirley siegfried sigrid silke silvia simon simone sofia sonia sonja \
    sophia sophie stacy stanley stefan stefanie stella stephan stephanie stephen steve steven stuart sue susan susana susanne suzanne \
    sven sylvia tamara tanja tanya tara tatjana taylor ted teresa terry thea theodor theodore theresa thomas thorsten tiffany tim \
    timothy tina tobias todd tom tony torsten tracy travis trevor tristan tyler udo ulrich ulrike ursula uta ute uwe valerie vanessa \
    vera verena veronica vicente vicki victor victoria vincent viola virginia vivian volker wade walter wanda warren wayne wendy \
    werner wilfried wilhelm willi william willy winfried wolf wolfgang xavier yolanda yvonne zachary";

/// Whether a word is a common given name.
pub(super) fn is_given(word: &str) -> bool {
    let lower = word.to_lowercase();
    GIVEN.split_whitespace().any(|name| name == lower)
}
